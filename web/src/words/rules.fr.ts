import type { RulesText } from "./rules";

const rules: RulesText = {
  azul: [
    {
      title: "Le but",
      text: ["Deux à quatre joueurs posent un mur de tuiles. Le plus de points gagne. Une partie dure environ cinq ou six manches."],
    },
    {
      title: "Prendre des tuiles",
      text: [
        "À tour de rôle, prenez toutes les tuiles d'une couleur sur un disque ; les autres glissent au centre. Ou prenez toutes " +
          "les tuiles d'une couleur au centre. Le premier de la manche à s'y servir prend aussi le marqueur 1 : il va sur la première " +
          "case libre de son plancher, et ce joueur commence la manche suivante.",
        "Toutes les tuiles prises vont sur une de vos cinq lignes, ou toutes au plancher. Une ligne n'a qu'une couleur. Une " +
          "ligne dont la rangée du mur a déjà cette couleur ne la reçoit plus. Ce qui ne tient pas tombe au plancher ; ce qui " +
          "n'y trouve plus de case va dans le couvercle et ne coûte rien.",
      ],
    },
    {
      title: "Poser et compter",
      text: [
        "Quand tout est pris, chaque ligne pleine pose une tuile sur le mur, de haut en bas ; ses autres tuiles vont dans le " +
          "couvercle. Les lignes incomplètes attendent.",
        "Puis chaque disque reçoit à nouveau quatre tuiles ; quand le sac est vide, on y remet celles du couvercle.",
        "Une nouvelle tuile rapporte la longueur de la suite ininterrompue où elle se trouve en largeur, plus celle en hauteur " +
          "; seules comptent les longueurs de deux et plus. Une tuile isolée rapporte 1.",
        "Puis le plancher coûte 1, 1, 2, 2, 2, 3, 3 points de gauche à droite. On ne descend jamais sous 0.",
      ],
    },
    {
      title: "La fin",
      text: [
        "La partie finit après la manche où quelqu'un complète une rangée du mur. Chaque rangée entière rapporte encore 2 " +
          "points, chaque colonne 7, chaque couleur complète 10. À égalité, le plus de rangées entières gagne ; ceux qui " +
          "restent à égalité partagent la victoire.",
      ],
    },
    {
      title: "Le mur gris",
      text: [
        "Dans cette variante, la tuile d'une ligne pleine va sur n'importe quelle case libre de sa rangée, si ni la rangée ni " +
          "la colonne n'ont déjà cette couleur. S'il n'y en a pas, toutes les tuiles de la ligne tombent au plancher.",
      ],
    },
    {
      title: "Nos décisions",
      text: [
        "Le premier joueur est tiré au sort (A2.1). Le marqueur sur un plancher plein ne coûte rien, mais celui qui l'a pris " +
          "commence quand même la manche suivante (A3.8). Si personne n'a pu le prendre, le même joueur commence (A5.2).",
        "Si plus aucune tuile ne peut être distribuée, la partie s'arrête (A5.3). On peut fixer un nombre maximal de manches, " +
          "au cas où tout le monde jetterait sans cesse tout au plancher (A5.4). S'il ne " +
          "reste que quelques tuiles d'une seule couleur et que le premier joueur ne peut que les jeter au plancher, la partie " +
          "s'arrête aussi, avec les points du moment (A5.5).",
        "Au-delà de 100, les points continuent simplement (A6.4). Sur le mur gris, les joueurs choisissent l'un après l'autre, " +
          "en commençant par le premier joueur (A7.4).",
      ],
    },
  ],
  duel: [
    {
      title: "Le but",
      text: [
        "Deux joueurs bâtissent chacun un dôme de neuf plaques et en remplissent les cases. Après cinq manches on compte les " +
          "tuiles de score ; le plus de points gagne. Chacun part avec 5 points.",
        "Avant la première manche, chacun pose une des trois plaques ouvertes ; celui qui ne commence pas choisit d'abord. Si " +
          "les " +
          "cinq tuiles de la grande fabrique sont d'une seule couleur, on les tire à nouveau. Quand le sac est vide, on y remet " +
          "celles de la tour.",
      ],
    },
    {
      title: "Un tour est une chose parmi quatre",
      text: [
        "Soleil : prenez toutes les tuiles d'une couleur du côté soleil d'une fabrique. Le reste d'une petite fabrique s'empile " +
          "sur sa lune dans l'ordre de votre choix ; celui de la grande se pose sur la sienne, côte à côte.",
        "Lune : prenez une couleur sur toutes les lunes à la fois : la tuile du dessus de chaque petite pile qui la montre, et " +
          "toutes celles de la grande lune. Qui prend le premier sur la grande lune reçoit aussi la tuile de départ : elle coûte " +
          "2 points et commence la manche suivante.",
        "Plaque : utilisez un pion et prenez une plaque ouverte, ou payez un point par plaque pour piocher, regardez, " +
          "gardez-en une et remettez les autres dessous. Posez-la sur une place libre du dôme, tournée à votre gré ; elle ne " +
          "bougera plus. Aux manches 1 à 4, les deux pions doivent servir.",
        "Jeton : prenez un jeton ouvert, deux au plus par manche. Un jeton s'ouvre quand sa fabrique est vide.",
      ],
    },
    {
      title: "Lignes et tuiles cassées",
      text: [
        "Les tuiles vont sur une de six lignes, une couleur par ligne. Ce qui ne tient pas casse. Les tuiles cassées coûtent 1, " +
          "3, 6, 10 points pour 1 à 4 ; davantage ne coûte rien de plus. On ne descend jamais sous 0.",
      ],
    },
    {
      title: "Le carrelage",
      text: [
        "De haut en bas, une ligne pleine pose une tuile sur une case libre de sa couleur, ou une case joker, dans la même " +
          "rangée du dôme. Elle compte comme à Azul : suites en largeur et en hauteur. Si la rangée a ses trois plaques et " +
          "aucune " +
          "case, la ligne casse ; s'il manque encore une plaque, ses tuiles restent.",
        "Une ligne incomplète peut être finie avec des jetons : par tuile manquante, deux jetons de sa couleur ou trois " + "quelconques.",
        "Quand les trois cases colorées d'une plaque spéciale sont remplies, une tuile spéciale remplit la quatrième et " +
          "rapporte le numéro de sa rangée.",
      ],
    },
    {
      title: "La fin",
      text: ["Après cinq manches on compte les tuiles de score choisies. À égalité gagne le détenteur de la tuile de départ."],
    },
    {
      title: "Nos décisions",
      text: [
        "Une première partie se joue avec les rectos des tuiles de score 1, 2 et 3 (D1.4). Cinq tuiles identiques sur la grande " +
          "fabrique sont remises et tirées à nouveau ; si le sac n'a alors plus qu'une couleur, on y vide d'abord la tour, et " +
          "s'il n'existe aucune autre couleur, elles restent (D2.2).",
        "Chaque plaque tirée coûte un point ; avec 0 point, on peut en tirer une gratuitement (D3.1). Les plaques piochées sont " +
          "maniées face cachée à la vue de tous : chacun voit leur dos et où elles vont (D3.9). Le jeton d'une petite fabrique " +
          "s'ouvre dès qu'il n'y a plus de tuile (D3.10).",
        "On ne peut finir une ligne avec des jetons que si sa tuile peut être posée aussitôt ; les tuiles ainsi payées " +
          "n'existent pas vraiment (D4.3). Le premier joueur carrelle d'abord ; cela ne change rien (D4.7). Si personne n'a pris " +
          "la tuile de départ, le même joueur commence (D5.2).",
        "Le total ne descend jamais sous 0 (D6.1). Si personne n'a jamais pris la tuile de départ, le premier joueur gagne en " +
          "cas d'égalité (D6.2). De la pile, on voit le dos de la plaque du dessus, et celui des plaques remises dessous (D8).",
      ],
    },
  ],
  blockers: [
    {
      title: "Le but",
      text: [
        "Chacun a une couleur (à deux : deux couleurs chacun) et veut ses tuiles sur le plateau en le moins de groupes " +
          "possible. Qui a le moins de points gagne.",
      ],
    },
    {
      title: "Un tour",
      text: [
        "Posez une de vos cinq tuiles : un chiffre dans sa colonne, une lettre dans sa rangée, un signe dans son bloc, le joker " +
          "partout. Puis piochez-en une nouvelle.",
        "Au lieu d'une case libre, vous pouvez en choisir une avec une tuile adverse et la capturer, si la vôtre y va. Une " +
          "tuile isolée peut toujours être capturée ; une tuile d'un groupe seulement si le reste du groupe demeure relié.",
        "Si aucune de vos tuiles ne va sur une case libre, vous devez capturer. On ne capture jamais ses propres tuiles.",
      ],
    },
    {
      title: "La fin",
      text: [
        "Quand les piles sont vides, chacun pose jusqu'à n'avoir plus que quatre tuiles. Chaque groupe de votre couleur coûte 1 " +
          "point ; on est relié en largeur et en hauteur. S'y ajoutent les tuiles capturées de la couleur que vous avez le plus " +
          "prise, 1 point chacune.",
        "À égalité, le moins de tuiles capturées gagne ; ceux qui restent à égalité partagent la victoire. Dans le compte " +
          "classique, seuls les groupes comptent.",
      ],
    },
    {
      title: "À deux",
      text: [
        "Chacun a deux couleurs avec un chevalet chacune, et pose une tuile par tour de l'un ou l'autre. Vos deux couleurs ne " +
          "se relient pas, et vous ne capturez ni l'une ni l'autre.",
      ],
    },
    {
      title: "Nos décisions",
      text: [
        "Qui ne peut ni poser ni capturer est sauté et ne tire pas (B3.5). Qui a une pile vide et quatre tuiles a fini, et les " +
          "autres continuent ; si aucun d'eux ne peut poser ni capturer, la partie s'arrête (B4.1). Ceux qui restent à égalité " +
          "après les tuiles capturées partagent la victoire (B4.3).",
        "La page des règles à deux est perdue ; ceci est notre reconstitution. Le premier joueur a le rouge et le vert, le " +
          "second le bleu et le jaune (B5.1). Seules comptent les tuiles capturées de la couleur que vous avez le plus prise, " +
          "comme à plusieurs (B5.4).",
      ],
    },
  ],
};

export default rules;
