/** The lessons, in English. The other languages have exactly these. */

import type { LessonWords } from "./lessons";

const en: LessonWords = {
  azul: {
    lessons: {
      take: {
        title: "Take tiles",
        idea: "A turn is one take: all tiles of one colour from one disc, or from the centre. They go to one of your lines.",
        task: "Take tiles so that every one of them finds a place on a line.",
        done: "Right. The other colours of that disc went to the centre, where anybody may take them later.",
      },
      finish: {
        title: "Fill a line",
        idea: "Only a full line brings a tile to your wall at the end of the round. What is too many falls to the floor and costs points.",
        task: "Fill a line exactly, with nothing left over.",
        done: "Full, and nothing fell. At the end of the round one of these tiles goes to the wall, and the line is free again.",
      },
      score: {
        title: "Build where tiles lie",
        idea: "A tile on the wall scores the run it lies in: across, and down. A tile alone scores 1.",
        task: "Find the take that brings the most points at the end of the round.",
        done: "Nothing here brings more. Neighbours make the points: build where tiles lie already.",
      },
      begin: {
        title: "Be first",
        idea: "Whoever first takes from the centre also takes the marker. It costs a place on the floor, and begins the next round.",
        task: "Take the marker, with tiles that you can use.",
        done: "The first choice of the next round is yours. Often that is worth the point.",
      },
      bonus: {
        title: "Rows, columns, colours",
        idea: "At the end of the game each whole row brings 2, each whole column 7, and all five of a colour 10.",
        task: "Make a take that completes a row, a column or a colour.",
        done: "That counts at the end of the game. A column is worth as much as a good tile, once more.",
      },
      deny: {
        title: "Look at the others",
        idea: "What you take, the others cannot. Sometimes the best take is the one somebody else is waiting for.",
        task: "Leave your opponent as few points as you can.",
        done: "Well seen. Now nothing on the table helps them more than it must.",
      },
      plan: {
        title: "Read the bag",
        idea: "A long line takes two rounds. Whether its colour comes again depends on what is left in the bag.",
        task: "Begin line 4 or 5 with the colour of which most tiles are left in the bag.",
        done: "Good: of that colour enough will come. Look at the bag before you begin a long line.",
      },
      count: {
        title: "Count to the end",
        idea: "When few piles are left, you can count who has to take what. Who is forced to take last often takes too much.",
        task: "The engine has played out everything to the end of the round. Find a take that is best, whatever your opponent does.",
        done: "Exactly: with best play of both nothing is better.",
      },
    },
    reasons: {
      floor: "These tiles go to the floor, where each costs points. A line has room for some.",
      some_fell: "Some tiles find no room on that line and fall to the floor.",
      not_full: "That line is not full yet.",
      fewer_points: "That brings {points} at the end of the round. A take here brings {best}.",
      no_marker: "The marker lies in the centre: take from there.",
      no_bonus: "That completes no row, no column and no colour.",
      still_there: "After that your opponent finds more than they need to.",
      no_long_line: "That begins neither line 4 nor line 5, or fills it, or something falls.",
      few_left: "Of another colour more tiles are left in the bag.",
      counted: "Played to the end of the round, another take leaves you better off.",
    },
  },
  duel: {
    lessons: {
      take: {
        title: "Take tiles",
        idea:
          "From the sun of a factory you take all tiles of one colour and put them " +
          "on a line. What is too many breaks and costs points.",
        task: "Take tiles from a sun so that all of them fit on a line.",
        done: "Right. The tiles that were left are now on the moon, in the order you choose.",
      },
      plate: {
        title: "Lay a plate",
        idea: "A full line can only be laid where its dome row has a free cell of its colour, or a joker. Plates bring these cells.",
        task: "Lay the plate so that as many of your lines as possible have a cell for their tile.",
        done: "Good: your lines know where to go. A plate never moves again.",
      },
      moons: {
        title: "Take from the moons",
        idea: "From the moons you take one colour: the top tile of every stack that shows it, and all on the large moon.",
        task: "Take as many tiles as the moons give at once, without breaking any.",
        done: "One take, several factories. Watch which tiles lie on top.",
      },
      start: {
        title: "The start tile",
        idea: "Whoever first takes from the large moon takes the start tile: 2 points lost, and the first turn of the next round.",
        task: "Take from the moons without the start tile.",
        done: "Right: nothing of that colour lay on the large moon.",
      },
      score: {
        title: "Choose the cell",
        idea: "A tile scores the runs it lies in, across and down. Where there is a choice of cells, neighbours decide.",
        task: "Lay the tile where it brings most.",
        done: "There is no better cell for it.",
      },
      chip: {
        title: "Useful chips",
        idea: "Two chips that show the colour of a line stand for one missing tile; of other colours it takes three.",
        task: "Take a chip that shows the colour of a line you have begun.",
        done: "Good. Two of these, and a missing tile is paid.",
      },
      pay: {
        title: "Pay with chips",
        idea: "When lines are laid, chips can complete one that lacks a tile: two that match its colour, or any three.",
        task: "Complete the line with as few chips as you can.",
        done: "The line is laid, and the chips you saved can pay for another.",
      },
      special: {
        title: "Special tiles",
        idea:
          "When the three coloured cells of a special plate are filled, a special " +
          "tile comes by itself. It scores the number of its row.",
        task: "Lay the tile so that a special tile comes.",
        done: "The lower the row, the more it brings.",
      },
    },
    reasons: {
      no_tiles: "That takes no tiles.",
      broken: "Some of these tiles break: they find no room.",
      not_moons: "That does not come from the moons.",
      fewer_tiles: "Of another colour the moons give more.",
      start_tile: "That colour lies on the large moon too: the start tile comes along.",
      no_home: "Another place, or another turn of the plate, gives more of your lines a cell.",
      no_chip: "That takes no chip.",
      other_chip: "That chip shows no colour of a line you have begun.",
      left: "That leaves the line as it is.",
      dear: "That costs three chips. Two that match would do.",
      no_special: "That does not fill the third coloured cell of a special plate.",
      fewer_points: "That brings {points}. Another cell brings {best}.",
    },
  },
  blockers: {
    lessons: {
      join: {
        title: "Stay together",
        idea:
          "Each group of your colour counts a point against you, and fewest points win. A " +
          "tile that touches another of its colour makes no new group.",
        task: "Lay a tile beside one of your own.",
        done: "One group, one point. Number, letter and symbol say where a tile may lie.",
      },
      bridge: {
        title: "Build a bridge",
        idea: "A tile between two of your groups makes one of them, and a point less.",
        task: "Join two of your groups.",
        done: "A point less. Look for such cells before others take them.",
      },
      capture: {
        title: "Capture",
        idea: "A tile may be laid on one of another colour if that one stands alone, or if the rest of its group stays together.",
        task: "Capture a tile.",
        done: "It lies before you now. Of the colour you capture most, every tile costs a point.",
      },
      free: {
        title: "Capture for nothing",
        idea: "Only the colour you captured most counts against you. And where your tile joins groups, it pays for itself.",
        task: "Capture a tile so that you have no more points than before.",
        done: "A place won, and nothing paid.",
      },
      gift: {
        title: "No gifts",
        idea: "A lone tile is a whole group of its owner's. Who captures it takes a point off them.",
        task: "Capture a tile that leaves no opponent with fewer points.",
        done: "They lost a tile, and no point.",
      },
      block: {
        title: "Block",
        idea: "The cell between two groups of another colour is worth as much to you as to them.",
        task: "Lay a tile between two groups of an opponent, and beside one of your own.",
        done: "That bridge will not be built without a capture.",
      },
      count: {
        title: "The last tiles",
        idea: "At the end nobody draws any more. Every tile must still be laid, so choose the one that costs least.",
        task: "Find the move that leaves you the fewest points.",
        done: "No move leaves fewer.",
      },
    },
    reasons: {
      new_group: "That tile touches none of its colour: a new group, and a point more.",
      captured: "That captures a tile. Here an empty cell beside your own will do.",
      not_joined: "That joins no two of your groups.",
      no_capture: "That cell is empty: nothing is captured.",
      dear: "After that capture you have a point more.",
      gift: "That tile stood alone: its owner has a group, and a point, less.",
      not_between: "That cell does not lie between two groups of one opponent.",
      more_points: "After that you have more points than you need to.",
    },
  },
};

export default en;
