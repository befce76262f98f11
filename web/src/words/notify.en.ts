/** The words of notifications, in English. */

const notify = {
  "notify.title": "Notifications",
  "notify.on": "Tell me when it is my turn",
  "notify.text": "On this device, even when Tegel is closed: in games over days and in games without a clock.",
  "notify.what":
    "A notification names the game and who plays with you, and nothing that happened in it. At most one in ten minutes for each game.",
  "notify.quiet": "Quiet hours",
  "notify.quiet.text": "What comes meanwhile is told afterwards, together.",
  "notify.from": "from",
  "notify.to": "to",
  "notify.blocked": "This browser blocks notifications of this site. You can allow them in the browser's own settings.",
  "notify.cannot": "This browser cannot show notifications here. On an iPhone or iPad, add Tegel to the home screen first.",
  "notify.failed": "That did not work. Is there a connection?",
};

export default notify;
