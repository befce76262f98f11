/** Les mots des notifications, en français. */

import type { NotifyWords } from "../notify/words.svelte";

const notify: NotifyWords = {
  "notify.title": "Notifications",
  "notify.on": "Me prévenir quand c'est à moi de jouer",
  "notify.text": "Sur cet appareil, même quand Tegel est fermé : dans les parties en jours et dans les parties sans pendule.",
  "notify.what":
    "Une notification nomme le jeu et les autres joueurs, et rien de ce qui s'y est passé. Au plus une toutes les dix minutes par partie.",
  "notify.quiet": "Heures calmes",
  "notify.quiet.text": "Ce qui arrive entre-temps est annoncé après, en une fois.",
  "notify.from": "de",
  "notify.to": "à",
  "notify.blocked": "Ce navigateur bloque les notifications de ce site. Vous pouvez les autoriser dans les réglages du navigateur.",
  "notify.cannot":
    "Ce navigateur ne peut pas afficher de notifications ici. Sur un iPhone ou un iPad, ajoutez d'abord Tegel à l'écran d'accueil.",
  "notify.failed": "Cela n'a pas marché. Êtes-vous connecté ?",
};

export default notify;
