/** Les mots du salon, en français. */

import type { LobbyWords } from "../lobby/words.svelte";

const lobby: LobbyWords = {
  "lobby.text": "Jouez avec ceux qui sont là. Chaque partie a une pendule, et personne n'a besoin d'un compte.",
  "lobby.tournaments": "Tournois : soirées de club, championnats, arènes",
  "lobby.people": "{people} {people|personne|personnes} ici",
  "lobby.name": "Votre nom, tel que les autres le lisent",
  "lobby.pair": "Partie rapide",
  "lobby.pair.text": "Vous jouez avec les prochains qui demandent la même chose. Qui quitte cette page n'attend plus.",
  "lobby.players": "{players} joueurs",
  "lobby.waits": "{count} {count|attend|attendent}",
  "lobby.seek": "Chercher une partie",
  "lobby.seeking": "Nous cherchons quelqu'un : {game}, {players} joueurs, {clock}",
  "lobby.stop": "Ne plus chercher",
  "lobby.tables": "Tables ouvertes",
  "lobby.tables.none": "Aucune table n'est ouverte pour le moment. Ouvrez-en une, et qui passe pourra s'asseoir.",
  "lobby.free": "place libre",
  "lobby.sit": "S'asseoir",
  "lobby.back": "Votre table",
  "lobby.fills": "Des ordinateurs prennent les places libres dans {seconds} s",
  "lobby.new": "Ouvrir une table",
  "lobby.seats": "Places",
  "lobby.fill": "Des ordinateurs prennent les places encore libres après",
  "lobby.fill.never": "jamais",
  "lobby.fill.after": "{minutes} {minutes|minute|minutes}",
  "lobby.fill.player": "Joueur ordinateur",
  "lobby.bots": "Les bots peuvent s'asseoir",
  "lobby.open": "Ouvrir la table",
  "lobby.watch": "Parties à suivre",
  "lobby.watch.none": "Personne ne joue ici en ce moment.",
  "lobby.watch.go": "Regarder",
  "lobby.watchers": "{count} {count|regarde|regardent}",
  "lobby.featured": "La plus suivie",
  "lobby.lost": "La connexion est perdue ; nouvel essai…",
};

export default lobby;
