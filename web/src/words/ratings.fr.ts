/** Les mots des classements et des profils, en français. */

import type { RatingWords } from "../ratings/words.svelte";

const ratings: RatingWords = {
  "ratings.title": "Classements",
  "ratings.text":
    "Une seule échelle pour les personnes et les niveaux de l'ordinateur, par jeu et par nombre de joueurs. " +
    "Comptent les parties entre personnes sur le serveur, et les parties à la pendule contre un niveau.",
  "ratings.pool": "Jeu et joueurs",
  "ratings.of": "{game}, {count} joueurs",
  "ratings.rank": "Rang",
  "ratings.player": "Joueur",
  "ratings.rating": "Cote",
  "ratings.luckless": "Sans la chance",
  "ratings.games": "Parties",
  "ratings.wins": "Gagnées",
  "ratings.record": "{games} {games|partie|parties}, {won} {won|gagnée|gagnées}",
  "ratings.none": "Personne n'a encore de cote ici. Jouez contre quelqu'un par un lien, ou à la pendule contre un niveau.",
  "ratings.you": "Votre cote : {rating} ± {margin}",
  "ratings.provisional": "encore incertaine",
  "ratings.unlisted": "Le tableau montre qui a assez joué, contre au moins trois autres, et accepte d'être nommé.",
  "ratings.more": "Page suivante",
  "ratings.back": "Page précédente",
  "ratings.somebody": "Quelqu'un",
  "ratings.mine": "Mon profil",
  "ratings.to": "Classements",
  "consent.title": "Ce que les autres peuvent voir",
  "consent.shown": "Me nommer dans les classements, sur mon profil et dans les parties exportées",
  "consent.reviewed": "Mesurer la chance dans mes parties, pour la cote sans la chance",
  "consent.saved": "Enregistré.",
  "player.curve": "Évolution de la cote",
  "player.history": "Parties qui comptent",
  "player.new":
    "Vous n'avez pas encore joué ici. Jouez contre quelqu'un par un lien, ou à la pendule contre un niveau, et votre cote apparaîtra ici.",
  "player.nothing": "Aucune partie.",
  "player.all": "Toutes les parties",
  "player.outcome": "Résultat",
  "player.won": "Gagnées",
  "player.lost": "Non gagnées",
  "player.any": "Tous",
  "player.opponent": "Contre",
  "player.place": "{place}ᵉ sur {count}",
  "player.points": "{points} {points|point|points}",
  "player.often": "ne compte pas : trop de parties des mêmes personnes ce jour-là",
  "player.look": "Revoir",
  "player.figures": "En chiffres",
  "player.average": "points en moyenne",
  "player.luck": "chance par partie, en probabilité de gagner",
  "player.loss": "points perdus par décision",
  "player.seat": "Gagnées à la place {seat}",
  "player.against": "Vous contre {name}",
  "player.score": "{won} fois devant, {shared} à égalité, {lost} fois derrière",
};

export default ratings;
