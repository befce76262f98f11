/** De woorden van de lobby, in het Nederlands. */

import type { LobbyWords } from "../lobby/words.svelte";

const lobby: LobbyWords = {
  "lobby.text": "Speel met wie er is. Elk spel heeft een klok, en niemand heeft een account nodig.",
  "lobby.tournaments": "Toernooien: clubavonden, competities, arena's",
  "lobby.people": "{people} {people|persoon|mensen} hier",
  "lobby.name": "Je naam, zoals de anderen hem lezen",
  "lobby.pair": "Snel spelen",
  "lobby.pair.text": "Je speelt met de eerstvolgenden die hetzelfde willen. Wie deze pagina verlaat, wacht niet meer.",
  "lobby.players": "{players} spelers",
  "lobby.waits": "{count} {count|wacht|wachten}",
  "lobby.seek": "Zoek een spel",
  "lobby.seeking": "We zoeken iemand: {game}, {players} spelers, {clock}",
  "lobby.stop": "Niet meer zoeken",
  "lobby.tables": "Open tafels",
  "lobby.tables.none": "Er is nu geen tafel open. Open er een, en wie langskomt kan aanschuiven.",
  "lobby.free": "vrije plaats",
  "lobby.sit": "Aanschuiven",
  "lobby.back": "Jouw tafel",
  "lobby.fills": "Over {seconds} s schuiven computers aan",
  "lobby.new": "Open een tafel",
  "lobby.seats": "Plaatsen",
  "lobby.fill": "Computers nemen wat nog vrij is na",
  "lobby.fill.never": "nooit",
  "lobby.fill.after": "{minutes} {minutes|minuut|minuten}",
  "lobby.fill.player": "Computerspeler",
  "lobby.bots": "Bots mogen plaatsnemen",
  "lobby.open": "Open de tafel",
  "lobby.watch": "Spellen om te volgen",
  "lobby.watch.none": "Er wordt hier nu niet gespeeld.",
  "lobby.watch.go": "Kijken",
  "lobby.watchers": "{count} {count|kijkt|kijken} mee",
  "lobby.featured": "Meest bekeken",
  "lobby.lost": "De verbinding is weg; we proberen het opnieuw…",
};

export default lobby;
