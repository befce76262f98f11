/** Wat het bewijs van de trekkingen zegt, in het Nederlands. */

import type { ProofWords } from "../play/proof-words.svelte";

const proof: ProofWords = {
  "proof.device":
    "Begonnen op het apparaat van een speler, dat ook de sleutel koos. De server " +
    "heeft de partij nagespeeld: elke trekking volgt uit de sleutel.",
  "proof.local": "Gespeeld op dit apparaat. Elke trekking volgt uit de sleutel in het verslag.",
  "proof.handed":
    "Gespeeld op dit apparaat, dat ook de sleutel koos. De server heeft de partij nagespeeld: elke trekking volgt uit de sleutel.",
  "proof.verified": "De trekkingen zijn in deze browser nagerekend",
  "proof.partly": "De trekkingen konden in deze browser maar deels worden nagerekend",
  "proof.failed": "De trekkingen kloppen niet met wat beloofd is",
  "proof.none": "Dit spel begon bij een stelling met eigen trekkingen: die zijn niet na te rekenen.",
  "proof.unread": "Het verslag was niet te lezen, dus de trekkingen zijn niet nagerekend.",
  "proof.sealed": "De trekkingen zijn te zien als de ronde voorbij is.",
  "proof.checking": "De trekkingen worden nagerekend…",
  "proof.promise.yes": "De belofte van de server is die deze browser vóór het spel kreeg.",
  "proof.promise.no": "De belofte van de server is niet die deze browser vóór het spel kreeg.",
  "proof.promise.unknown": "Deze browser heeft geen belofte van vóór het spel bewaard.",
  "proof.secret.yes": "Het geheim van de server is het beloofde.",
  "proof.secret.no": "Het geheim van de server is niet het beloofde.",
  "proof.secret.unknown": "Het verslag toont geen geheim.",
  "proof.nonce.yes": "Het eigen getal van deze browser zit in de trekkingen.",
  "proof.nonce.no": "Het eigen getal van deze browser zit niet in de trekkingen.",
  "proof.nonce.unknown": "Deze browser heeft geen getal aan de trekkingen toegevoegd.",
  "proof.commitments.yes": "Alle getallen lagen vast voordat deze browser het zijne toonde.",
  "proof.commitments.no": "Een getal is niet het getal dat eerder is vastgelegd.",
  "proof.commitments.unknown": "Deze browser heeft niet gezien dat de getallen werden vastgelegd.",
  "proof.key.yes": "De sleutel van alle trekkingen is gemaakt van het geheim en de getallen.",
  "proof.key.no": "De sleutel van alle trekkingen is niet gemaakt van het geheim en de getallen.",
  "proof.key.unknown": "Het verslag toont niet hoe de sleutel is gemaakt.",
  "proof.start.yes": "Het is de sleutel waarvan de vingerafdruk tijdens het spel te zien was.",
  "proof.start.no": "Het is niet de sleutel waarvan de vingerafdruk tijdens het spel te zien was.",
  "proof.start.unknown": "Deze browser heeft de vingerafdruk van de sleutel tijdens het spel niet gezien.",
  "proof.rest": "Of elke trekking en elke zet uit de sleutel volgt, rekent “tegel verify” na met de bewaarde partij.",
};

export default proof;
