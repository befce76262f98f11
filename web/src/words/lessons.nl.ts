/** De lessen, in het Nederlands. */

import type { LessonWords } from "./lessons";

const nl: LessonWords = {
  azul: {
    lessons: {
      take: {
        title: "Tegels pakken",
        idea: "Een beurt is één greep: alle tegels van één kleur van één schijf, of uit het midden. Ze gaan naar één van je lijnen.",
        task: "Pak tegels zo, dat ze allemaal een plek op een lijn vinden.",
        done: "Goed. De andere kleuren van die schijf liggen nu in het midden; daar kan iedereen ze later pakken.",
      },
      finish: {
        title: "Een lijn vullen",
        idea:
          "Alleen een volle lijn levert aan het eind van de ronde een tegel voor je " +
          "muur op. Wat er te veel is, valt op de vloer en kost punten.",
        task: "Vul een lijn precies, zonder dat er iets overblijft.",
        done: "Vol, en er viel niets. Aan het eind van de ronde gaat één van deze tegels naar de muur, en de lijn is weer vrij.",
      },
      score: {
        title: "Bouw waar al tegels liggen",
        idea: "Een tegel op de muur telt de reeks waarin hij ligt: opzij en omlaag. Alleen levert hij 1 punt op.",
        task: "Zoek de greep die aan het eind van de ronde de meeste punten oplevert.",
        done: "Meer zit er hier niet in. De buren maken de punten: bouw waar al tegels liggen.",
      },
      begin: {
        title: "Als eerste",
        idea: "Wie als eerste uit het midden pakt, krijgt ook de starttegel. Die kost een plek op de vloer, en begint de volgende ronde.",
        task: "Pak de starttegel, met tegels die je kunt gebruiken.",
        done: "De eerste keus van de volgende ronde is voor jou. Vaak is dat het punt waard.",
      },
      bonus: {
        title: "Rijen, kolommen, kleuren",
        idea: "Aan het eind van het spel levert elke volle rij 2 punten op, elke kolom 7, en alle vijf van een kleur 10.",
        task: "Doe een greep die een rij, een kolom of een kleur voltooit.",
        done: "Dat telt aan het eind van het spel. Een kolom is zoveel waard als nog een goede tegel.",
      },
      deny: {
        title: "Kijk naar de anderen",
        idea: "Wat jij pakt, kunnen de anderen niet meer pakken. Soms is de beste greep die waar een ander op wacht.",
        task: "Laat je tegenstander zo weinig mogelijk punten over.",
        done: "Goed gezien. Nu helpt niets op tafel de ander meer dan nodig.",
      },
      plan: {
        title: "Lees de zak",
        idea: "Een lange lijn kost twee rondes. Of haar kleur terugkomt, hangt af van wat er nog in de zak zit.",
        task: "Begin lijn 4 of 5 met de kleur waarvan nog de meeste tegels in de zak zitten.",
        done: "Goed: van die kleur komt er genoeg. Kijk in de zak voordat je een lange lijn begint.",
      },
      count: {
        title: "Tel tot het eind",
        idea: "Als er weinig stapels over zijn, kun je tellen wie wat moet pakken. Wie als laatste moet, pakt vaak te veel.",
        task:
          "De computer heeft alles tot het eind van de ronde uitgespeeld. Zoek een " +
          "greep die het best is, wat je tegenstander ook doet.",
        done: "Precies: als beiden het beste spelen, is niets beter.",
      },
    },
    reasons: {
      floor: "Deze tegels gaan naar de vloer, waar elk ervan punten kost. Op een lijn is nog plek.",
      some_fell: "Een deel vindt op die lijn geen plek en valt op de vloer.",
      not_full: "Die lijn is nog niet vol.",
      fewer_points: "Dat levert aan het eind van de ronde {points} op. Er is een greep die {best} oplevert.",
      no_marker: "De starttegel ligt in het midden: pak daarvandaan.",
      no_bonus: "Dat voltooit geen rij, geen kolom en geen kleur.",
      still_there: "Daarna vindt je tegenstander meer dan nodig is.",
      no_long_line: "Dat begint lijn 4 noch lijn 5, of vult haar al, of er valt iets.",
      few_left: "Van een andere kleur zitten er nog meer in de zak.",
      counted: "Uitgespeeld tot het eind van de ronde ben je met een andere greep beter af.",
    },
  },
  duel: {
    lessons: {
      take: {
        title: "Tegels pakken",
        idea:
          "Van de zon van een fabriek pak je alle tegels van één kleur en legt ze " +
          "op een lijn. Wat er te veel is, breekt en kost punten.",
        task: "Pak tegels van een zon zo, dat ze allemaal op een lijn passen.",
        done: "Goed. De tegels die overbleven liggen nu op de maan, in de volgorde die jij kiest.",
      },
      plate: {
        title: "Een plaat leggen",
        idea:
          "Een volle lijn kan alleen gelegd worden als haar koepelrij een vrij vak van " +
          "die kleur heeft, of een joker. Platen brengen die vakken.",
        task: "Leg de plaat zo, dat zo veel mogelijk van je lijnen een vak voor hun tegel hebben.",
        done: "Goed: je lijnen weten waar ze heen kunnen. Een plaat verhuist nooit meer.",
      },
      moons: {
        title: "Van de manen pakken",
        idea: "Van de manen pak je één kleur: de bovenste tegel van elke stapel die haar toont, en alles op de grote maan.",
        task: "Pak in één keer zo veel tegels als de manen geven, zonder er een te breken.",
        done: "Eén greep, meerdere fabrieken. Let op welke tegels bovenop liggen.",
      },
      start: {
        title: "De starttegel",
        idea: "Wie als eerste van de grote maan pakt, krijgt de starttegel: 2 punten eraf, en de eerste beurt van de volgende ronde.",
        task: "Pak van de manen zonder de starttegel.",
        done: "Goed: van die kleur lag er niets op de grote maan.",
      },
      score: {
        title: "Kies het vak",
        idea: "Een tegel telt de reeksen waarin hij ligt, opzij en omlaag. Als je vakken kunt kiezen, beslissen de buren.",
        task: "Leg de tegel waar hij het meest oplevert.",
        done: "Een beter vak is er niet voor.",
      },
      chip: {
        title: "Nuttige fiches",
        idea: "Twee fiches die de kleur van een lijn tonen, staan voor één ontbrekende tegel; van andere kleuren zijn er drie nodig.",
        task: "Pak een fiche dat de kleur toont van een lijn die je begonnen bent.",
        done: "Goed. Twee van deze, en een ontbrekende tegel is betaald.",
      },
      pay: {
        title: "Betalen met fiches",
        idea: "Bij het leggen kunnen fiches een lijn aanvullen die een tegel mist: twee die bij haar kleur passen, of drie willekeurige.",
        task: "Vul de lijn aan met zo weinig mogelijk fiches.",
        done: "De lijn is gelegd, en met de gespaarde fiches kun je een andere betalen.",
      },
      special: {
        title: "Speciale tegels",
        idea:
          "Zijn de drie gekleurde vakken van een speciale plaat gevuld, dan komt er " +
          "vanzelf een speciale tegel. Hij telt het nummer van zijn rij.",
        task: "Leg de tegel zo, dat er een speciale tegel komt.",
        done: "Hoe lager de rij, hoe meer hij oplevert.",
      },
    },
    reasons: {
      no_tiles: "Daarmee pak je geen tegels.",
      broken: "Een deel van deze tegels breekt: er is geen plek voor.",
      not_moons: "Dat komt niet van de manen.",
      fewer_tiles: "Van een andere kleur geven de manen er meer.",
      start_tile: "Die kleur ligt ook op de grote maan: de starttegel komt mee.",
      no_home: "Op een andere plek, of anders gedraaid, geeft de plaat meer van je lijnen een vak.",
      no_chip: "Daarmee pak je geen fiche.",
      other_chip: "Dat fiche toont geen kleur van een lijn die je begonnen bent.",
      left: "Zo blijft de lijn zoals ze is.",
      dear: "Dat kost drie fiches. Twee passende zijn genoeg.",
      no_special: "Dat vult niet het derde gekleurde vak van een speciale plaat.",
      fewer_points: "Dat levert {points} op. Een ander vak levert {best} op.",
    },
  },
  blockers: {
    lessons: {
      join: {
        title: "Blijf bij elkaar",
        idea:
          "Elke groep van je kleur is een strafpunt, en de minste punten winnen. Een tegel " +
          "die een andere van zijn kleur raakt, maakt geen nieuwe groep.",
        task: "Leg een tegel naast een van je eigen tegels.",
        done: "Eén groep, één punt. Cijfer, letter en symbool zeggen waar een tegel mag liggen.",
      },
      bridge: {
        title: "Bouw een brug",
        idea: "Een tegel tussen twee van je groepen maakt er één van, en scheelt een punt.",
        task: "Verbind twee van je groepen.",
        done: "Een punt minder. Zoek zulke vakken voordat een ander ze bezet.",
      },
      capture: {
        title: "Slaan",
        idea:
          "Een tegel mag op een tegel van een andere kleur worden gelegd als die " +
          "alleen ligt, of als de rest van zijn groep aaneen blijft.",
        task: "Sla een tegel.",
        done: "Hij ligt nu voor je. Van de kleur die je het meest slaat, kost elke tegel een punt.",
      },
      free: {
        title: "Slaan voor niets",
        idea: "Alleen de kleur die je het meest geslagen hebt telt tegen je. En waar je tegel groepen verbindt, betaalt hij zichzelf.",
        task: "Sla een tegel zo, dat je niet meer punten hebt dan daarvoor.",
        done: "Een plek gewonnen, en niets betaald.",
      },
      gift: {
        title: "Geen cadeaus",
        idea: "Een losse tegel is een hele groep van zijn eigenaar. Wie hem slaat, bespaart die een punt.",
        task: "Sla een tegel zonder dat een tegenstander minder punten krijgt.",
        done: "De ander is een tegel kwijt, en geen punt.",
      },
      block: {
        title: "Blokkeren",
        idea: "Het vak tussen twee groepen van een andere kleur is voor jou net zoveel waard als voor de ander.",
        task: "Leg een tegel tussen twee groepen van een tegenstander, en naast een van je eigen tegels.",
        done: "Die brug komt er niet meer zonder te slaan.",
      },
      count: {
        title: "De laatste tegels",
        idea: "Aan het eind trekt niemand meer. Elke tegel moet nog gelegd worden, dus kies die het minst kost.",
        task: "Zoek de zet die je de minste punten laat.",
        done: "Minder laat geen enkele zet.",
      },
    },
    reasons: {
      new_group: "Die tegel raakt er geen van zijn kleur: een nieuwe groep, en een punt erbij.",
      captured: "Daarmee sla je een tegel. Hier is een leeg vak naast je eigen tegel genoeg.",
      not_joined: "Dat verbindt geen twee van je groepen.",
      no_capture: "Dat vak is leeg: er wordt niets geslagen.",
      dear: "Na die slag heb je een punt meer.",
      gift: "Die tegel lag alleen: zijn eigenaar heeft een groep, en dus een punt, minder.",
      not_between: "Dat vak ligt niet tussen twee groepen van één tegenstander.",
      more_points: "Daarna heb je meer punten dan nodig is.",
    },
  },
};

export default nl;
