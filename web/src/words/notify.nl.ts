/** De woorden van meldingen, in het Nederlands. */

import type { NotifyWords } from "../notify/words.svelte";

const notify: NotifyWords = {
  "notify.title": "Meldingen",
  "notify.on": "Laat me weten wanneer ik aan zet ben",
  "notify.text": "Op dit apparaat, ook als Tegel dicht is: in partijen over dagen en in partijen zonder klok.",
  "notify.what":
    "Een melding noemt het spel en wie er meespelen, en niets van wat er gebeurde. Hoogstens één per tien minuten voor elke partij.",
  "notify.quiet": "Stille uren",
  "notify.quiet.text": "Wat er dan komt, hoor je daarna in één keer.",
  "notify.from": "van",
  "notify.to": "tot",
  "notify.blocked": "Deze browser blokkeert meldingen van deze site. Je kunt ze toestaan in de instellingen van de browser.",
  "notify.cannot": "Deze browser kan hier geen meldingen tonen. Zet Tegel op een iPhone of iPad eerst op het beginscherm.",
  "notify.failed": "Dat is niet gelukt. Is er verbinding?",
};

export default notify;
