/** Les leçons, en français. */

import type { LessonWords } from "./lessons";

const fr: LessonWords = {
  azul: {
    lessons: {
      take: {
        title: "Prendre des tuiles",
        idea: "À son tour, on prend toutes les tuiles d'une couleur sur un disque, ou au centre. Elles vont sur une de vos lignes.",
        task: "Prenez des tuiles qui trouvent toutes leur place sur une ligne.",
        done: "C'est ça. Les autres couleurs de ce disque sont allées au centre, où chacun pourra les prendre.",
      },
      finish: {
        title: "Remplir une ligne",
        idea:
          "Seule une ligne pleine envoie une tuile au mur à la fin de la manche. Ce " +
          "qui est en trop tombe au plancher et coûte des points.",
        task: "Remplissez une ligne exactement, sans rien de trop.",
        done: "Pleine, et rien n'est tombé. À la fin de la manche une de ces tuiles ira au mur, et la ligne sera libre.",
      },
      score: {
        title: "Bâtir à côté",
        idea: "Une tuile posée au mur compte la suite où elle se trouve, en largeur et en hauteur. Seule, elle vaut 1.",
        task: "Trouvez la prise qui rapporte le plus à la fin de la manche.",
        done: "On ne peut pas mieux ici. Ce sont les voisines qui font les points.",
      },
      begin: {
        title: "Être premier",
        idea:
          "Qui prend le premier au centre prend aussi le marqueur. Il coûte une " +
          "place au plancher, et fait commencer la manche suivante.",
        task: "Prenez le marqueur, avec des tuiles utiles.",
        done: "Le premier choix de la manche suivante est à vous. Cela vaut souvent le point.",
      },
      bonus: {
        title: "Rangées, colonnes, couleurs",
        idea: "À la fin de la partie, une rangée complète rapporte 2, une colonne 7, et les cinq tuiles d'une couleur 10.",
        task: "Faites une prise qui complète une rangée, une colonne ou une couleur.",
        done: "Cela compte à la fin. Une colonne vaut autant qu'une bonne tuile de plus.",
      },
      deny: {
        title: "Regarder les autres",
        idea: "Ce que vous prenez, les autres ne l'auront pas. La meilleure prise est parfois celle qu'un autre attend.",
        task: "Laissez le moins de points possible à votre adversaire.",
        done: "Bien vu. Rien sur la table ne l'aide plus qu'il ne faut.",
      },
      plan: {
        title: "Lire le sac",
        idea: "Une longue ligne prend deux manches. Sa couleur reviendra selon ce qui reste dans le sac.",
        task: "Commencez la ligne 4 ou 5 avec la couleur dont il reste le plus dans le sac.",
        done: "Bien : cette couleur reviendra. Regardez le sac avant de commencer une longue ligne.",
      },
      count: {
        title: "Compter jusqu'à la fin",
        idea: "Quand il reste peu de piles, on peut compter qui devra prendre quoi. Le dernier prend souvent trop.",
        task: "L'ordinateur a tout joué jusqu'à la fin de la manche. Trouvez une prise qui est la meilleure, quoi que fasse l'adversaire.",
        done: "Exactement : si les deux jouent au mieux, rien n'est meilleur.",
      },
    },
    reasons: {
      floor: "Ces tuiles vont au plancher, où chacune coûte des points. Une ligne a de la place.",
      some_fell: "Une partie ne tient pas sur cette ligne et tombe au plancher.",
      not_full: "Cette ligne n'est pas encore pleine.",
      fewer_points: "Cela rapporte {points} à la fin de la manche. Une autre prise rapporte {best}.",
      no_marker: "Le marqueur est au centre : prenez là.",
      no_bonus: "Cela ne complète ni rangée, ni colonne, ni couleur.",
      still_there: "Ensuite votre adversaire trouve plus qu'il ne faut.",
      no_long_line: "Cela ne commence ni la ligne 4 ni la ligne 5, ou la remplit, ou quelque chose tombe.",
      few_left: "Il reste plus de tuiles d'une autre couleur dans le sac.",
      counted: "Jouée jusqu'à la fin de la manche, une autre prise vaut mieux.",
    },
  },
  duel: {
    lessons: {
      take: {
        title: "Prendre des tuiles",
        idea:
          "Sur le soleil d'une fabrique, on prend toutes les tuiles d'une couleur pour " +
          "une ligne. Ce qui est en trop se brise et coûte des points.",
        task: "Prenez sur un soleil des tuiles qui tiennent toutes sur une ligne.",
        done: "C'est ça. Les tuiles restantes sont sur la lune, dans l'ordre de votre choix.",
      },
      plate: {
        title: "Poser une plaque",
        idea:
          "Une ligne pleine ne se pose que si sa rangée du dôme a une case libre de " +
          "sa couleur, ou un joker. Les plaques apportent ces cases.",
        task: "Posez la plaque pour que le plus de lignes possible aient une case pour leur tuile.",
        done: "Bien : vos lignes savent où aller. Une plaque ne bouge plus jamais.",
      },
      moons: {
        title: "Prendre sur les lunes",
        idea: "Sur les lunes on prend une couleur : le dessus de chaque pile qui la montre, et tout ce qui est sur la grande lune.",
        task: "Prenez d'un coup autant de tuiles que les lunes en donnent, sans en briser.",
        done: "Une prise, plusieurs fabriques. Surveillez ce qui est sur le dessus.",
      },
      start: {
        title: "La tuile de départ",
        idea:
          "Qui prend le premier sur la grande lune prend la tuile de départ : 2 " +
          "points perdus, et le premier tour de la manche suivante.",
        task: "Prenez sur les lunes sans la tuile de départ.",
        done: "C'est ça : cette couleur n'était pas sur la grande lune.",
      },
      score: {
        title: "Choisir la case",
        idea: "Une tuile compte les suites où elle se trouve, en largeur et en hauteur. Entre deux cases, les voisines décident.",
        task: "Posez la tuile où elle rapporte le plus.",
        done: "Il n'y a pas de meilleure case.",
      },
      chip: {
        title: "Des jetons utiles",
        idea: "Deux jetons de la couleur d'une ligne valent une tuile manquante ; d'autres couleurs, il en faut trois.",
        task: "Prenez un jeton qui montre la couleur d'une ligne commencée.",
        done: "Bien. Deux comme celui-ci, et une tuile manquante est payée.",
      },
      pay: {
        title: "Payer en jetons",
        idea: "Au moment de poser, des jetons complètent une ligne à qui il manque une tuile : deux de sa couleur, ou trois quelconques.",
        task: "Complétez la ligne avec le moins de jetons possible.",
        done: "La ligne est posée, et les jetons gardés en paieront une autre.",
      },
      special: {
        title: "Tuiles spéciales",
        idea:
          "Quand les trois cases de couleur d'une plaque spéciale sont remplies, une tuile " +
          "spéciale arrive d'elle-même. Elle vaut le numéro de sa rangée.",
        task: "Posez la tuile pour qu'une tuile spéciale arrive.",
        done: "Plus la rangée est basse, plus elle rapporte.",
      },
    },
    reasons: {
      no_tiles: "Cela ne prend pas de tuiles.",
      broken: "Une partie de ces tuiles se brise : il n'y a pas la place.",
      not_moons: "Cela ne vient pas des lunes.",
      fewer_tiles: "D'une autre couleur les lunes en donnent plus.",
      start_tile: "Cette couleur est aussi sur la grande lune : la tuile de départ vient avec.",
      no_home: "Ailleurs, ou tournée autrement, la plaque donne une case à plus de vos lignes.",
      no_chip: "Cela ne prend pas de jeton.",
      other_chip: "Ce jeton ne montre la couleur d'aucune ligne commencée.",
      left: "La ligne reste comme elle est.",
      dear: "Cela coûte trois jetons. Deux de la bonne couleur suffisent.",
      no_special: "Cela ne remplit pas la troisième case de couleur d'une plaque spéciale.",
      fewer_points: "Cela rapporte {points}. Une autre case rapporte {best}.",
    },
  },
  blockers: {
    lessons: {
      join: {
        title: "Rester ensemble",
        idea:
          "Chaque groupe de votre couleur coûte un point, et le moins de points gagne. Une " +
          "tuile qui en touche une de sa couleur ne fait pas de nouveau groupe.",
        task: "Posez une tuile à côté d'une des vôtres.",
        done: "Un groupe, un point. Chiffre, lettre et symbole disent où une tuile peut aller.",
      },
      bridge: {
        title: "Jeter un pont",
        idea: "Une tuile entre deux de vos groupes n'en fait plus qu'un, et un point de moins.",
        task: "Reliez deux de vos groupes.",
        done: "Un point de moins. Cherchez ces cases avant que d'autres les prennent.",
      },
      capture: {
        title: "Capturer",
        idea: "On peut poser une tuile sur une autre couleur si celle-ci est seule, ou si le reste de son groupe se tient encore.",
        task: "Capturez une tuile.",
        done: "Elle est devant vous. De la couleur que vous capturez le plus, chaque tuile coûte un point.",
      },
      free: {
        title: "Capturer pour rien",
        idea: "Seule compte la couleur que vous avez le plus capturée. Et là où votre tuile relie des groupes, elle se paie elle-même.",
        task: "Capturez une tuile sans avoir plus de points qu'avant.",
        done: "Une place gagnée, et rien à payer.",
      },
      gift: {
        title: "Pas de cadeau",
        idea: "Une tuile seule est tout un groupe pour son propriétaire. La capturer lui enlève un point.",
        task: "Capturez une tuile sans qu'un adversaire ait moins de points.",
        done: "Il a perdu une tuile, et pas un point.",
      },
      block: {
        title: "Bloquer",
        idea: "La case entre deux groupes d'une autre couleur vaut autant pour vous que pour lui.",
        task: "Posez une tuile entre deux groupes d'un adversaire, et à côté d'une des vôtres.",
        done: "Ce pont ne se fera pas sans capture.",
      },
      count: {
        title: "Les dernières tuiles",
        idea: "À la fin personne ne pioche plus. Il faut encore poser chaque tuile : choisissez celle qui coûte le moins.",
        task: "Trouvez le coup qui vous laisse le moins de points.",
        done: "Aucun coup n'en laisse moins.",
      },
    },
    reasons: {
      new_group: "Cette tuile n'en touche aucune de sa couleur : un nouveau groupe, et un point de plus.",
      captured: "Cela capture une tuile. Ici une case vide à côté de la vôtre suffit.",
      not_joined: "Cela ne relie pas deux de vos groupes.",
      no_capture: "Cette case est vide : rien n'est capturé.",
      dear: "Après cette capture vous avez un point de plus.",
      gift: "Cette tuile était seule : son propriétaire a un groupe, et un point, de moins.",
      not_between: "Cette case n'est pas entre deux groupes d'un même adversaire.",
      more_points: "Ensuite vous avez plus de points qu'il ne faut.",
    },
  },
};

export default fr;
