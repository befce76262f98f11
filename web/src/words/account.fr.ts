/** Les mots du compte, en français. */

import type { AccountWords } from "../account/words.svelte";

const account: AccountWords = {
  "account.title": "Compte",
  "account.text":
    "Avec un compte, vos parties, classements et études vous suivent sur tous vos appareils, même si ce navigateur vous oublie.",
  "account.free": "C'est facultatif, sans mot de passe ni adresse électronique.",
  "new.title": "Créer un compte",
  "new.text":
    "Votre appareil crée une clé d'accès : vous vous connectez avec votre empreinte, votre visage ou votre code, " +
    "et le secret ne le quitte jamais.",
  "new.device": "Nom de cet appareil",
  "new.create": "Créer une clé d'accès",
  "new.cannot": "Pas de clé d'accès possible ici",
  "new.address":
    "Les navigateurs n'autorisent les clés d'accès qu'aux adresses qui commencent par https, ou sur localhost, sur la machine du serveur.",
  "new.browser": "Ce navigateur ne connaît pas les clés d'accès.",
  "new.localhost": "Ouvrir cette page sur localhost",
  "new.codes": "Les codes de secours fonctionnent partout : gardez-les pour vous connecter sur un autre appareil.",
  "new.make": "Créer des codes de secours",
  "enter.title": "J'ai déjà un compte",
  "enter.text": "Connectez-vous avec une clé d'accès de cet appareil, ou avec celle de votre téléphone.",
  "enter.bring": "{count} {count|partie de ce navigateur me suit|parties de ce navigateur me suivent} dans mon compte",
  "enter.left": "Sinon {count|elle reste|elles restent} ici, et vous ne pourrez plus {count|la|les} retrouver.",
  "enter.passkey": "Se connecter avec une clé d'accès",
  "enter.code": "Code de secours",
  "enter.use": "Utiliser le code",
  "enter.lost": "J'ai un code de secours",
  "enter.done": "Heureux de vous revoir, {name}.",
  "enter.nameless": "Heureux de vous revoir.",
  "enter.moved": "{count} {count|partie vous a suivi|parties vous ont suivi}.",
  "devices.title": "Vos appareils",
  "devices.here": "cet appareil",
  "devices.used": "dernière connexion le {when}",
  "devices.add": "Ajouter cet appareil",
  "devices.more":
    "Sur un autre appareil, ouvrez cette page et choisissez « Se connecter avec une clé d'accès » : souvent, téléphones et ordinateurs " +
    "partagent leurs clés, et un téléphone peut connecter un ordinateur. Sinon, utilisez-y un code de secours, puis ajoutez l'appareil.",
  "devices.remove": "Supprimer",
  "devices.sure": "Supprimer {name} ? Les navigateurs connectés avec cette clé seront déconnectés.",
  "devices.known": "Cet appareil a déjà une clé d'accès de votre compte.",
  "devices.removed": "{name} est supprimé. Vous pouvez aussi effacer la clé d'accès dans les réglages de cet appareil.",
  "codes.title": "Codes de secours",
  "codes.left": "Il vous reste {count} {count|code|codes}. Chacun vous connecte une fois, si vous perdez un appareil.",
  "codes.none": "Vous n'avez pas de code de secours. Si vous perdez vos appareils, vous perdez le compte.",
  "codes.new": "Créer de nouveaux codes",
  "codes.sure": "Vos codes actuels ne fonctionneront plus.",
  "codes.fresh": "Vos codes de secours",
  "codes.keep": "Gardez-les là où vous les retrouverez sans cet appareil. Ils ne sont affichés que maintenant.",
  "codes.copy": "Copier",
  "codes.copied": "Copié",
  "codes.download": "Télécharger",
  "codes.file": "Codes de secours pour Tegel sur {site}. Chacun sert une fois.",
  "codes.kept": "Je les ai gardés",
  "out.title": "Se déconnecter",
  "out.text": "Vous êtes connecté dans {count} {count|navigateur|navigateurs}. Vos parties restent dans votre compte.",
  "out.here": "Se déconnecter ici",
  "out.everywhere": "Se déconnecter partout",
  "vacation.title": "Vacances",
  "vacation.text":
    "Dans les parties avec des jours par coup, votre pendule s'arrête pendant votre absence, et les autres voient jusqu'à quand. " +
    "Vous avez {days} jours par an, et {between} jours séparent deux vacances.",
  "vacation.others": "Les autres pendules continuent, celles des tournois aussi.",
  "vacation.left": "Il vous reste {count} {count|jour|jours}.",
  "vacation.days": "Jours",
  "vacation.begin": "Partir en vacances",
  "vacation.runs": "Vous êtes en vacances jusqu'au {when}.",
  "vacation.end": "Je suis de retour",
  "vacation.next": "Les prochaines vacances peuvent commencer le {when}.",
  "data.title": "Vos données",
  "data.text": "Tout ce que ce serveur garde de vous : profil, appareils, parties, études, classements, tournois.",
  "data.export": "Tout télécharger",
  "data.delete": "Tout supprimer",
  "data.sure":
    "Votre nom disparaît de toutes les parties ; votre compte, vos appareils, codes, études et classements " +
    "sont supprimés, sans retour possible.",
  "data.yes": "Oui, tout supprimer",
  "data.deleted":
    "C'est fait : ce serveur ne vous connaît plus. Vous pouvez aussi effacer la clé d'accès dans les réglages de votre appareil.",
  "sure.no": "Annuler",
};

export default account;
