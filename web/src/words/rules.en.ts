import type { RulesText } from "./rules";

const rules: RulesText = {
  azul: [
    {
      title: "What it is about",
      text: [
        "Two to four players lay a wall of tiles. Whoever has the most points at the end wins. A game lasts about five or six " + "rounds.",
      ],
    },
    {
      title: "Taking tiles",
      text: [
        "In turn, take all tiles of one colour from one disc; its other tiles slide to the centre. Or take all tiles of one " +
          "colour from the centre. The first player in a round to do that also takes the marker with the 1: it goes on the first " +
          "free space of their floor, and they begin the next round.",
        "All tiles taken go to one of your five lines, or all of them to the floor. A line holds a single colour. A line whose " +
          "wall row already has that colour does not take it. What does not fit falls to the floor; what finds no space there " +
          "goes to the lid and costs nothing.",
      ],
    },
    {
      title: "Laying and scoring",
      text: [
        "When everything is taken, each full line lays one tile on the wall, from the top down; its other tiles leave for the " +
          "lid. Lines that are not full wait.",
        "Then the discs are filled again with four tiles each; when the bag is empty, the tiles in the lid go back into it.",
        "A new tile scores the length of the unbroken row it stands in across, plus that of the column it stands in down, " +
          "counting only lengths of two or more. A tile that touches nothing scores 1.",
        "Then the floor costs 1, 1, 2, 2, 2, 3, 3 points from left to right. Nobody falls below 0.",
      ],
    },
    {
      title: "The end",
      text: [
        "The game ends after the round in which somebody completes a row across. Each whole row brings 2 more points, each " +
          "whole column 7, each colour with all five tiles 10. With equal points, more whole rows win; still level players " +
          "share the victory.",
      ],
    },
    {
      title: "The grey wall",
      text: [
        "In this variant a full line's tile may go on any free space of its row, as long as neither row nor column has that " +
          "colour already. If there is no such space, all tiles of the line fall to the floor at once.",
      ],
    },
    {
      title: "Our rulings",
      text: [
        "The start player is drawn by lot (A2.1). The marker on a full floor costs nothing, but whoever took it still begins " +
          "the next round (A3.8). If nobody could take it, the start player stays the same (A5.2).",
        "If not a single tile can be dealt, the game ends there (A5.3). You can set a largest number of rounds, in case everybody " +
          "keeps dropping everything on the floor (A5.4). If only a few " +
          "tiles of one colour are left, and whoever begins can only drop them on the floor, the game ends there too, with the " +
          "points as they stand (A5.5).",
        "Points are simply counted on past 100 (A6.4). On the grey wall the players choose one after the other, the start " +
          "player first (A7.4).",
      ],
    },
  ],
  duel: [
    {
      title: "What it is about",
      text: [
        "Two players each build a dome of nine plates and fill its cells with tiles. After five rounds the scoring tiles are " +
          "counted; most points win. Both begin with 5 points.",
        "Before the first round each lays one of three open plates, whoever does not begin chooses first. If the five tiles on " +
          "the large factory are all of one colour, they are drawn again. When the bag is empty, the tiles in the tower go back " +
          "into it.",
      ],
    },
    {
      title: "A turn is one of four things",
      text: [
        "Sun: take all tiles of one colour from the sun side of one factory. What is left on a small factory is stacked on its " +
          "moon in the order you choose; what is left on the large one goes side by side to its moon.",
        "Moon: take one colour from all moons at once: the top tile of every small stack that shows it, and all of that colour " +
          "on the large moon. Who first takes from the large moon also gets the start tile: it costs 2 points and begins the " +
          "next " +
          "round.",
        "Plate: spend a token and take an open plate, or pay a point a plate to draw from the stack, look, keep one and put the " +
          "others under the stack. Lay it on a free place of your dome, turned as you like; it never moves again. In rounds 1 to " +
          "4 both tokens must be used.",
        "Chip: take an open bonus chip, at most two a round. A chip opens when its factory is empty.",
      ],
    },
    {
      title: "Lines and broken tiles",
      text: [
        "Tiles go to one of six lines, one colour a line. What does not fit breaks. Broken tiles cost 1, 3, 6, 10 points for 1 " +
          "to 4 of them; more cost nothing more. Nobody falls below 0.",
      ],
    },
    {
      title: "Tiling",
      text: [
        "From the top line down, a full line lays a tile on a free cell of its colour, or a joker cell, in the same dome row. " +
          "It scores as in Azul: runs across and down. If the row has all three plates and no cell for it, the line breaks; " +
          "if a plate is still missing, its tiles stay.",
        "A line that lacks tiles may be finished with chips: for each missing tile two chips of its colour, or any three.",
        "When the three coloured cells of a special plate are filled, a special tile fills the fourth and scores the number of " +
          "its dome row.",
      ],
    },
    {
      title: "The end",
      text: ["After five rounds the chosen scoring tiles are counted. With equal points the holder of the start tile wins."],
    },
    {
      title: "Our rulings",
      text: [
        "A first game uses the fronts of scoring tiles 1, 2 and 3 (D1.4). Five equal tiles on the large factory go back and are " +
          "drawn again; if the bag then holds one colour only, the tower is emptied into it first, and if there is no other " +
          "colour at all, they stay (D2.2).",
        "Each plate drawn costs a point; with 0 points one plate may be drawn free (D3.1). Drawn plates are handled face down " +
          "in open view, so everybody sees their backs and where they go (D3.9). A small factory's chip opens as soon as no tile " +
          "is left on it (D3.10).",
        "Chips may complete a line only if its tile can be laid at once; the tiles they stand for are not real (D4.3). The " +
          "start player's tiling is done first; it makes no difference (D4.7). If nobody took the start tile, the start player " +
          "stays the same (D5.2).",
        "The total never falls below 0 (D6.1). If nobody ever took the start tile, the start player wins a tie (D6.2). Of the " +
          "stack you see the back of the top plate, and the backs of plates that were put under it (D8).",
      ],
    },
  ],
  blockers: [
    {
      title: "What it is about",
      text: [
        "Everybody has a colour (with two players: two colours each) and wants its tiles on the board in as few groups as " +
          "possible. Fewest points win.",
      ],
    },
    {
      title: "A turn",
      text: [
        "Lay one of your five tiles: a number anywhere in its column, a letter anywhere in its row, a symbol anywhere in its " +
          "block, the joker anywhere. Then draw a new one.",
        "Instead of a free cell you may choose one with an opponent's tile and capture it, if your tile fits there. A tile that " +
          "stands alone can always be captured; one in a group only if the rest of the group stays connected.",
        "If none of your tiles fits a free cell, you must capture. Your own tiles are never captured.",
      ],
    },
    {
      title: "The end",
      text: [
        "When the piles are empty, everybody lays until four tiles are left. Each group of your colour costs 1 point; tiles " +
          "connect across and down. Then come the captured tiles of the one colour you captured most, 1 point each.",
        "With equal points, fewer captured tiles in all win; still level players share the victory. In classic scoring only " +
          "the groups count.",
      ],
    },
    {
      title: "Two players",
      text: [
        "Each has two colours with a rack each, and lays one tile a turn from either rack. Your two colours do not connect, and " +
          "you capture neither of them.",
      ],
    },
    {
      title: "Our rulings",
      text: [
        "Who can neither lay nor capture is skipped and draws nothing (B3.5). Whoever has an empty pile and four tiles left is " +
          "finished, and the others play on; if none of them can lay or capture, the game ends (B4.1). Who is still level after " +
          "the captured tiles shares the victory (B4.3).",
        "The rulebook's page for two players is lost; this is our restoration. The first player has red and green, the second " +
          "blue and yellow (B5.1). Only captured tiles of the one colour you captured most count, as with more players (B5.4).",
      ],
    },
  ],
};

export default rules;
