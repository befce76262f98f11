/** De woorden van ratings en profielen, in het Nederlands. */

import type { RatingWords } from "../ratings/words.svelte";

const ratings: RatingWords = {
  "ratings.title": "Ratings",
  "ratings.text":
    "Eén schaal voor mensen en computerniveaus, per spel en aantal spelers. " +
    "Partijen tussen mensen op de server tellen mee, en partijen met een klok tegen een niveau.",
  "ratings.pool": "Spel en spelers",
  "ratings.of": "{game}, {count} spelers",
  "ratings.rank": "Plaats",
  "ratings.player": "Speler",
  "ratings.rating": "Rating",
  "ratings.luckless": "Zonder geluk",
  "ratings.games": "Partijen",
  "ratings.wins": "Gewonnen",
  "ratings.record": "{games} {games|partij|partijen}, {won} gewonnen",
  "ratings.none": "Hier heeft nog niemand een rating. Speel via een link tegen iemand, of met een klok tegen een niveau.",
  "ratings.you": "Jouw rating: {rating} ± {margin}",
  "ratings.provisional": "nog onzeker",
  "ratings.unlisted": "In de lijst staat wie genoeg heeft gespeeld, tegen minstens drie anderen, en genoemd wil worden.",
  "ratings.more": "Volgende pagina",
  "ratings.back": "Vorige pagina",
  "ratings.somebody": "Iemand",
  "ratings.mine": "Mijn profiel",
  "ratings.to": "Ratings",
  "consent.title": "Wat anderen mogen zien",
  "consent.shown": "Noem mij in ranglijsten, op mijn profiel en in geëxporteerde partijen",
  "consent.reviewed": "Meet het geluk in mijn partijen, voor de rating zonder geluk",
  "consent.saved": "Bewaard.",
  "player.curve": "Verloop van de rating",
  "player.history": "Partijen die meetellen",
  "player.new":
    "Je hebt hier nog niet gespeeld. Speel via een link tegen iemand, of met een klok tegen een niveau, en je rating staat hier.",
  "player.nothing": "Geen partijen.",
  "player.all": "Alle partijen",
  "player.outcome": "Uitslag",
  "player.won": "Gewonnen",
  "player.lost": "Niet gewonnen",
  "player.any": "Alles",
  "player.opponent": "Tegen",
  "player.place": "Plaats {place} van {count}",
  "player.points": "{points} {points|punt|punten}",
  "player.often": "telt niet mee: te veel partijen van dezelfde mensen op één dag",
  "player.look": "Terugkijken",
  "player.figures": "In cijfers",
  "player.average": "punten gemiddeld",
  "player.luck": "geluk per partij, in winstkans",
  "player.loss": "punten verloren per beslissing",
  "player.seat": "Gewonnen vanaf plaats {seat}",
  "player.against": "Jij tegen {name}",
  "player.score": "{won} keer ervoor, {shared} gelijk, {lost} keer erachter",
};

export default ratings;
