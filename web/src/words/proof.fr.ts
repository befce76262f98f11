/** Ce que dit la preuve des tirages, en français. */

import type { ProofWords } from "../play/proof-words.svelte";

const proof: ProofWords = {
  "proof.device":
    "Commencée sur l'appareil d'un joueur, qui a aussi choisi la clé. Le serveur l'a rejouée : chaque tirage découle de la clé.",
  "proof.local": "Jouée sur cet appareil. Chaque tirage découle de la clé du compte rendu.",
  "proof.handed": "Jouée sur cet appareil, qui a aussi choisi la clé. Le serveur l'a rejouée : chaque tirage découle de la clé.",
  "proof.verified": "Les tirages ont été vérifiés dans ce navigateur",
  "proof.partly": "Les tirages n'ont pu être vérifiés qu'en partie dans ce navigateur",
  "proof.failed": "Les tirages ne correspondent pas à ce qui était promis",
  "proof.none": "Cette partie a commencé à une position avec ses propres tirages : ils ne sont pas vérifiables.",
  "proof.unread": "Le fichier de la partie n'a pas pu être lu : les tirages n'ont pas été vérifiés.",
  "proof.sealed": "Les tirages se montrent quand la ronde est terminée.",
  "proof.checking": "Vérification des tirages…",
  "proof.promise.yes": "La promesse du serveur est celle que ce navigateur a reçue avant la partie.",
  "proof.promise.no": "La promesse du serveur n'est pas celle que ce navigateur a reçue avant la partie.",
  "proof.promise.unknown": "Ce navigateur n'a pas gardé de promesse d'avant la partie.",
  "proof.secret.yes": "Le secret du serveur est bien celui qu'il avait promis.",
  "proof.secret.no": "Le secret du serveur n'est pas celui qu'il avait promis.",
  "proof.secret.unknown": "Le fichier ne montre aucun secret.",
  "proof.nonce.yes": "Le nombre de ce navigateur fait partie des tirages.",
  "proof.nonce.no": "Le nombre de ce navigateur ne fait pas partie des tirages.",
  "proof.nonce.unknown": "Ce navigateur n'a ajouté aucun nombre aux tirages.",
  "proof.commitments.yes": "Tous les nombres étaient fixés avant que ce navigateur révèle le sien.",
  "proof.commitments.no": "Un des nombres n'est pas celui qui avait été fixé.",
  "proof.commitments.unknown": "Ce navigateur n'a pas vu fixer les nombres.",
  "proof.key.yes": "La clé de tous les tirages est faite du secret et des nombres.",
  "proof.key.no": "La clé de tous les tirages n'est pas faite du secret et des nombres.",
  "proof.key.unknown": "Le fichier ne montre pas comment la clé a été faite.",
  "proof.start.yes": "C'est la clé dont l'empreinte était affichée pendant la partie.",
  "proof.start.no": "Ce n'est pas la clé dont l'empreinte était affichée pendant la partie.",
  "proof.start.unknown": "Ce navigateur n'a pas vu l'empreinte de la clé pendant la partie.",
  "proof.rest": "Que chaque tirage et chaque coup découlent de la clé se vérifie avec « tegel verify » et la partie enregistrée.",
};

export default proof;
