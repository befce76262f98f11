/** What the proof of the draws says, in English. The other languages have exactly these sentences. */

const proof = {
  "proof.device": "Begun on a player's device, which also chose the key. The server has played it again: every draw follows from the key.",
  "proof.local": "Played on this device. Every draw follows from the key in the record.",
  "proof.handed": "Played on this device, which also chose the key. The server has played it again: every draw follows from the key.",
  "proof.verified": "The draws were verified in this browser",
  "proof.partly": "The draws could only partly be verified in this browser",
  "proof.failed": "The draws do not fit what was promised",
  "proof.none": "This game began at a position with draws of its own: they cannot be verified.",
  "proof.unread": "The record could not be read, so the draws were not verified.",
  "proof.checking": "Verifying the draws…",
  "proof.promise.yes": "The server's promise is the one this browser was given before the game.",
  "proof.promise.no": "The server's promise is not the one this browser was given before the game.",
  "proof.promise.unknown": "This browser kept no promise from before the game.",
  "proof.secret.yes": "The server's secret is the one it promised.",
  "proof.secret.no": "The server's secret is not the one it promised.",
  "proof.secret.unknown": "The record shows no secret.",
  "proof.nonce.yes": "This browser's own number is in the draws.",
  "proof.nonce.no": "This browser's own number is not in the draws.",
  "proof.nonce.unknown": "This browser added no number to the draws.",
  "proof.commitments.yes": "All numbers were fixed before this browser showed its own.",
  "proof.commitments.no": "A number is not the one that was fixed before.",
  "proof.commitments.unknown": "This browser did not see the numbers being fixed.",
  "proof.key.yes": "The key of all draws is made of the secret and the numbers.",
  "proof.key.no": "The key of all draws is not made of the secret and the numbers.",
  "proof.key.unknown": "The record does not show how its key was made.",
  "proof.start.yes": "It is the key whose fingerprint was shown during the game.",
  "proof.start.no": "It is not the key whose fingerprint was shown during the game.",
  "proof.start.unknown": "This browser did not see the key's fingerprint during the game.",
  "proof.rest": "That every draw and every move follows from the key is checked by “tegel verify” with the saved record.",
};

export default proof;
