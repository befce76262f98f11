import type { RulesText } from "./rules";

const rules: RulesText = {
  azul: [
    {
      title: "Waar het om gaat",
      text: [
        "Twee tot vier spelers leggen een muur van tegels. Wie aan het eind de meeste punten heeft, wint. Een spel duurt " +
          "ongeveer vijf of zes ronden.",
      ],
    },
    {
      title: "Tegels nemen",
      text: [
        "Neem om de beurt alle tegels van één kleur van één schijf; de andere schuiven naar het midden. Of neem alle tegels van " +
          "één kleur uit het midden. Wie dat in een ronde het eerst doet, neemt ook de tegel met de 1: die gaat op het eerste " +
          "vrije vak van de vloer, en je begint de volgende ronde.",
        "Alle genomen tegels gaan naar één van je vijf lijnen, of allemaal naar de vloer. Een lijn heeft maar één kleur. Een lijn " +
          "waarvan de muurrij die kleur al heeft, neemt haar niet. Wat niet past, valt op de vloer; wat daar geen vak vindt, " +
          "gaat in het deksel en kost niets.",
      ],
    },
    {
      title: "Leggen en tellen",
      text: [
        "Als alles genomen is, legt elke volle lijn één tegel op de muur, van boven naar beneden; haar andere tegels gaan naar " +
          "het deksel. Rijen die niet vol zijn, wachten.",
        "Daarna krijgt elke schijf weer vier tegels; is de zak leeg, dan gaan de tegels uit het deksel er weer in.",
        "Een nieuwe tegel telt de lengte van de ononderbroken reeks waarin hij naast elkaar staat, plus die waarin hij onder " +
          "elkaar staat; alleen lengtes van twee of meer tellen. Een tegel die niets raakt, telt 1.",
        "Daarna kost de vloer 1, 1, 2, 2, 2, 3, 3 punten van links naar rechts. Niemand komt onder de 0.",
      ],
    },
    {
      title: "Het einde",
      text: [
        "Het spel eindigt na de ronde waarin iemand een hele muurrij heeft. Elke hele rij geeft nog 2 punten, elke hele kolom " +
          "7, elke kleur met alle vijf tegels 10. Bij gelijke punten winnen de meeste hele rijen; wie dan nog gelijk staat, " +
          "deelt de overwinning.",
      ],
    },
    {
      title: "De grijze muur",
      text: [
        "In deze variant mag de tegel van een volle lijn op elk vrij vak van haar muurrij, zolang die rij en die kolom de kleur " +
          "nog niet hebben. Is er geen zo'n vak, dan vallen alle tegels van de lijn meteen op de vloer.",
      ],
    },
    {
      title: "Onze beslissingen",
      text: [
        "Wie begint, wordt geloot (A2.1). De starttegel op een volle vloer kost niets, maar wie hem nam, begint toch de " +
          "volgende ronde (A3.8). Kon niemand hem nemen, dan begint dezelfde speler (A5.2).",
        "Kan er geen enkele tegel meer gedeeld worden, dan is het spel uit (A5.3). Je kunt een hoogste aantal ronden instellen, " +
          "voor het geval dat iedereen alles op de vloer blijft leggen (A5.4). " +
          "Zijn er alleen nog een paar tegels van één kleur over en kan wie begint ze alleen op de vloer leggen, dan is het spel " +
          "ook uit, met de punten zoals ze dan zijn (A5.5).",
        "Boven de 100 tellen de punten gewoon door (A6.4). Op de grijze muur kiezen de spelers na elkaar, te beginnen bij de " +
          "startspeler (A7.4).",
      ],
    },
  ],
  duel: [
    {
      title: "Waar het om gaat",
      text: [
        "Twee spelers bouwen elk een koepel van negen platen en vullen de vakjes met tegels. Na vijf ronden tellen de " +
          "scoretegels; wie de meeste punten heeft, wint. Beiden beginnen met 5 punten.",
        "Voor de eerste ronde legt elk een van drie open platen; wie niet begint, kiest het eerst. Zijn de vijf tegels op de " +
          "grote " +
          "fabriek allemaal van één kleur, dan worden ze opnieuw getrokken. Is de zak leeg, dan gaan de tegels uit de toren er " +
          "weer in.",
      ],
    },
    {
      title: "Een beurt is één van vier dingen",
      text: [
        "Zon: neem alle tegels van één kleur van de zonkant van één fabriek. Wat op een kleine fabriek overblijft, wordt op " +
          "haar maan gestapeld in de volgorde die jij kiest; bij de grote gaat het los naar haar maan.",
        "Maan: neem één kleur van alle manen tegelijk: de bovenste tegel van elke kleine stapel die haar toont, en alles van " +
          "die kleur op de grote maan. Wie het eerst van de grote maan neemt, krijgt ook de starttegel: die kost 2 punten en " +
          "begint de volgende ronde.",
        "Plaat: gebruik een pion en neem een open plaat, of betaal een punt per plaat om van de stapel te trekken, bekijk ze, " +
          "houd er een en leg de andere onder de stapel. Leg haar op een vrije plaats van je koepel, gedraaid zoals je wilt; ze " +
          "ligt daarna vast. In ronde 1 tot 4 moeten beide pionnen gebruikt worden.",
        "Fiche: neem een open fiche, hoogstens twee per ronde. Een fiche gaat open als haar fabriek leeg is.",
      ],
    },
    {
      title: "Rijen en gebroken tegels",
      text: [
        "Tegels gaan naar één van zes lijnen, één kleur per lijn. Wat niet past, breekt. Gebroken tegels kosten 1, 3, 6, 10 " +
          "punten voor 1 tot 4 stuks; meer kost niets extra. Niemand komt onder de 0.",
      ],
    },
    {
      title: "Tegelen",
      text: [
        "Van boven naar beneden legt een volle lijn een tegel op een vrij vakje van haar kleur, of een jokervakje, in dezelfde " +
          "koepelrij. Die telt zoals in Azul: reeksen naast en onder elkaar. Heeft de koepelrij alle drie de platen en is er " +
          "geen " +
          "vakje, dan breekt de lijn; ontbreekt er nog een plaat, dan blijven haar tegels liggen.",
        "Een lijn die tegels mist, mag met fiches afgemaakt worden: per ontbrekende tegel twee fiches van haar kleur, of drie " +
          "willekeurige.",
        "Zijn de drie gekleurde vakjes van een speciale plaat gevuld, dan vult een speciale tegel het vierde en telt het nummer " +
          "van haar koepelrij.",
      ],
    },
    { title: "Het einde", text: ["Na vijf ronden worden de gekozen scoretegels geteld. Bij gelijke punten wint wie de starttegel heeft."] },
    {
      title: "Onze beslissingen",
      text: [
        "Een eerste spel gebruikt de voorkanten van scoretegels 1, 2 en 3 (D1.4). Vijf gelijke tegels op de grote fabriek gaan " +
          "terug en worden opnieuw getrokken; heeft de zak dan nog maar één kleur, dan gaat eerst de toren erin, en is er " +
          "helemaal geen andere kleur, dan blijven ze liggen (D2.2).",
        "Elke getrokken plaat kost een punt; met 0 punten mag je één plaat gratis trekken (D3.1). Getrokken platen blijven " +
          "dicht maar in het zicht: iedereen ziet de achterkanten en waar ze heen gaan (D3.9). De fiche van een kleine fabriek " +
          "gaat open zodra er geen tegel meer op ligt (D3.10).",
        "Met fiches mag je een lijn alleen afmaken als haar tegel meteen gelegd kan worden; de betaalde tegels bestaan niet echt " +
          "(D4.3). De startspeler tegelt eerst; het maakt niets uit (D4.7). Nam niemand de starttegel, dan begint dezelfde " +
          "speler " +
          "(D5.2).",
        "Het totaal komt nooit onder de 0 (D6.1). Nam niemand ooit de starttegel, dan wint bij gelijke punten de startspeler " +
          "(D6.2). Van de stapel zie je de achterkant van de bovenste plaat, en die van platen die eronder zijn gelegd (D8).",
      ],
    },
  ],
  blockers: [
    {
      title: "Waar het om gaat",
      text: [
        "Iedereen heeft een kleur (met twee spelers: elk twee kleuren) en wil zijn tegels in zo weinig mogelijk groepen op het " +
          "bord. Wie de minste punten heeft, wint.",
      ],
    },
    {
      title: "Een beurt",
      text: [
        "Leg één van je vijf tegels: een cijfer ergens in zijn kolom, een letter ergens in zijn rij, een teken ergens in zijn " +
          "blok, de joker overal. Trek dan een nieuwe.",
        "In plaats van een vrij vak mag je er een kiezen met een tegel van een ander en die slaan, als jouw tegel daar past. " +
          "Een tegel die alleen staat, kan altijd geslagen worden; een tegel in een groep alleen als de rest van de groep " +
          "verbonden blijft.",
        "Past geen van je tegels op een vrij vak, dan moet je slaan. Eigen tegels worden nooit geslagen.",
      ],
    },
    {
      title: "Het einde",
      text: [
        "Zijn de stapels leeg, dan legt iedereen tot er vier tegels over zijn. Elke groep van je kleur kost 1 punt; tegels zijn " +
          "naast en onder elkaar verbonden. Daarbij komen de geslagen tegels van de ene kleur waarvan je er het meest hebt, elk " +
          "1 " +
          "punt.",
        "Bij gelijke punten winnen de minste geslagen tegels; wie dan nog gelijk staat, deelt de overwinning. In de klassieke " +
          "telling tellen alleen de groepen.",
      ],
    },
    {
      title: "Met twee spelers",
      text: [
        "Elk heeft twee kleuren met elk een rek, en legt per beurt één tegel van een van beide. Je twee kleuren verbinden niet, " +
          "en je slaat geen van beide.",
      ],
    },
    {
      title: "Onze beslissingen",
      text: [
        "Wie niet kan leggen en niet kan slaan, wordt overgeslagen en trekt niet (B3.5). Wie een lege stapel en nog vier tegels " +
          "heeft, is klaar, en de anderen spelen door; kan geen van hen leggen of slaan, dan is het spel uit (B4.1). Wie ook na " +
          "de geslagen tegels gelijk staat, deelt de overwinning (B4.3).",
        "De bladzijde voor twee spelers is verloren gegaan; dit is onze reconstructie. De eerste speler heeft rood en groen, de " +
          "tweede blauw en geel (B5.1). Alleen de geslagen tegels van de ene kleur waarvan je er het meest hebt, tellen, net als " +
          "met meer spelers (B5.4).",
      ],
    },
  ],
};

export default rules;
