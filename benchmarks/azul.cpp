// Azul's rules (coloured wall) by hand in C++, to measure the compiled Python rules against: the same random games, the
// same signature. Usage: azul PLAYERS GAMES SEED; prints moves, seconds and the signature.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

using u64 = std::uint64_t;

struct Board {
    int16_t score;
    int8_t line_colour[5], line_count[5], wall[5][5], floor[7];
};

struct State {
    u64 key[4];
    uint32_t draws;
    int limit, round, players, turn, starter, marker;
    bool over;
    int8_t bag[5], lid[5], centre[5], discs[9][5];
    Board boards[4];
};

static inline u64 rotate(u64 x, int n) { return (x << n) | (x >> (64 - n)); }

static u64 threefry(const u64* key, u64 counter) {
    static const int R[8][2] = {{14, 16}, {52, 57}, {23, 40}, {5, 37}, {25, 33}, {46, 12}, {58, 22}, {32, 32}};
    u64 k[5] = {key[0], key[1], key[2], key[3], 0x1BD11BDAA9FC1A22ull ^ key[0] ^ key[1] ^ key[2] ^ key[3]};
    u64 x[4] = {counter + k[0], k[1], k[2], k[3]};
#pragma GCC unroll 20
    for (int round = 0; round < 20; round++) {
        int b = round % 2 ? 3 : 1, d = round % 2 ? 1 : 3;
        x[0] += x[b];
        x[b] = rotate(x[b], R[round % 8][0]) ^ x[0];
        x[2] += x[d];
        x[d] = rotate(x[d], R[round % 8][1]) ^ x[2];
        if (round % 4 == 3) {
            int s = round / 4 + 1;
            for (int i = 0; i < 4; i++) x[i] += k[(s + i) % 5];
            x[3] += s;
        }
    }
    return x[0];
}

static int below(State& s, u64 n) {
    u64 last = ~0ull - (~0ull % n + 1) % n, word;
    do word = threefry(s.key, s.draws++);
    while (word > last);
    return word % n;
}

static inline int sum(const int8_t* counts) { return counts[0] + counts[1] + counts[2] + counts[3] + counts[4]; }

static int draw(State& s, int8_t* counts) {
    int at = below(s, sum(counts)), kind = 0;
    while (at >= counts[kind]) at -= counts[kind++];
    counts[kind]--;
    return kind;
}

static inline bool accepts(const Board& b, int target, int colour) {
    if (target == 0) return true;
    int row = target - 1;
    if (b.line_count[row] == 0) return b.wall[row][(colour + row) % 5] != colour;
    return b.line_colour[row] == colour && b.line_count[row] <= row;
}

static int legal(const State& s, int16_t* moves) {
    const Board& b = s.boards[s.turn];
    unsigned open[5];
    for (int colour = 0; colour < 5; colour++) {
        open[colour] = 0;
        for (int target = 0; target < 6; target++) open[colour] |= accepts(b, target, colour) << target;
    }
    int count = 0;
    for (int source = 0; source < 10; source++) {
        const int8_t* offer = source == 9 ? s.centre : s.discs[source];
        for (int colour = 0; colour < 5; colour++)
            if (offer[colour])
                for (int target = 0; target < 6; target++)
                    if (open[colour] >> target & 1) moves[count++] = (source * 5 + colour) * 6 + target;
    }
    return count;
}

static void drop(State& s, Board& b, int tile) {
    for (int space = 0; space < 7; space++)
        if (b.floor[space] < 0) {
            b.floor[space] = tile;
            return;
        }
    if (tile != 5) s.lid[tile]++;
}

static int run(const int8_t wall[5][5], int row, int column, int down, int right) {
    int length = 1;
    for (int way = -1; way <= 1; way += 2)
        for (int r = row + way * down, c = column + way * right; r >= 0 && r < 5 && c >= 0 && c < 5 && wall[r][c] >= 0; r += way * down, c += way * right)
            length++;
    return length;
}

static void deal(State& s) {
    s.round++;
    s.turn = s.starter;
    s.marker = -1;
    for (int disc = 0; disc < 2 * s.players + 1; disc++)
        for (int tile = 0; tile < 4; tile++) {
            if (sum(s.bag) == 0) {
                for (int c = 0; c < 5; c++) s.bag[c] = s.lid[c], s.lid[c] = 0;
                if (sum(s.bag) == 0) return;
            }
            s.discs[disc][draw(s, s.bag)]++;
        }
}

static int complete_rows(const Board& b) {
    int rows = 0;
    for (int row = 0; row < 5; row++) {
        bool complete = true;
        for (int column = 0; column < 5; column++) complete &= b.wall[row][column] >= 0;
        rows += complete;
    }
    return rows;
}

static bool nothing_to_come(const State& s, int starter) {
    int tiles = 0, colours = 0, last = 0;
    for (int c = 0; c < 5; c++)
        if (int left = s.bag[c] + s.lid[c]) tiles += left, colours++, last = c;
    if (colours != 1 || tiles > 4) return tiles == 0;
    for (int target = 1; target < 6; target++)
        if (accepts(s.boards[starter], target, last)) return false;
    return true;
}

static void work_walls(State& s) {
    static const int COST[7] = {1, 1, 2, 2, 2, 3, 3};
    bool row_done = false;
    for (int seat = 0; seat < s.players; seat++) {
        Board& b = s.boards[seat];
        for (int row = 0; row < 5; row++)
            if (b.line_count[row] > row) {
                int colour = b.line_colour[row], column = (colour + row) % 5;
                b.wall[row][column] = colour;
                int across = run(b.wall, row, column, 0, 1), down = run(b.wall, row, column, 1, 0);
                int points = (across > 1 ? across : 0) + (down > 1 ? down : 0);
                b.score += points ? points : 1;
                s.lid[colour] += row;
                b.line_count[row] = 0;
                b.line_colour[row] = -1;
            }
        int cost = 0;
        for (int space = 0; space < 7; space++)
            if (b.floor[space] >= 0) {
                cost += COST[space];
                if (b.floor[space] != 5) s.lid[b.floor[space]]++;
                b.floor[space] = -1;
            }
        b.score = b.score > cost ? b.score - cost : 0;
        row_done |= complete_rows(b) > 0;
    }
    int starter = s.marker < 0 ? s.starter : s.marker;
    if ((s.limit > 0 && s.round >= s.limit) || row_done || nothing_to_come(s, starter)) {
        for (int seat = 0; seat < s.players; seat++) {
            Board& b = s.boards[seat];
            b.score += 2 * complete_rows(b);
            for (int column = 0; column < 5; column++) {
                bool complete = true;
                for (int row = 0; row < 5; row++) complete &= b.wall[row][column] >= 0;
                b.score += 7 * complete;
            }
            for (int colour = 0; colour < 5; colour++) {
                bool complete = true;
                for (int row = 0; row < 5; row++) complete &= b.wall[row][(colour + row) % 5] >= 0;
                b.score += 10 * complete;
            }
        }
        s.over = true;
        s.turn = -1;
    } else {
        s.starter = starter;
        deal(s);
    }
}

static void act(State& s, int move) {
    int source = move / 30, colour = move / 6 % 5, target = move % 6, tiles;
    Board& b = s.boards[s.turn];
    if (source == 9) {
        tiles = s.centre[colour];
        s.centre[colour] = 0;
        if (s.marker < 0) s.marker = s.turn, drop(s, b, 5);
    } else {
        tiles = s.discs[source][colour];
        s.discs[source][colour] = 0;
        for (int other = 0; other < 5; other++) s.centre[other] += s.discs[source][other], s.discs[source][other] = 0;
    }
    if (target > 0) {
        int row = target - 1;
        b.line_colour[row] = colour;
        while (tiles > 0 && b.line_count[row] <= row) b.line_count[row]++, tiles--;
    }
    while (tiles-- > 0) drop(s, b, colour);
    bool empty = sum(s.centre) == 0;
    for (int disc = 0; empty && disc < 9; disc++) empty = sum(s.discs[disc]) == 0;
    if (empty) work_walls(s);
    else s.turn = (s.turn + 1) % s.players;
}

static void setup(State& s) {
    s.draws = s.round = 0;
    s.over = false;
    for (int c = 0; c < 5; c++) {
        s.bag[c] = 20;
        s.lid[c] = s.centre[c] = 0;
        for (auto& disc : s.discs) disc[c] = 0;
    }
    for (Board& b : s.boards) {
        b.score = 0;
        for (int row = 0; row < 5; row++) {
            b.line_colour[row] = -1;
            b.line_count[row] = 0;
            for (int column = 0; column < 5; column++) b.wall[row][column] = -1;
        }
        for (auto& space : b.floor) space = -1;
    }
    s.starter = below(s, s.players);
    deal(s);
}

static u64 scramble(u64& seed) {
    seed += 0x9E3779B97F4A7C15ull;
    u64 word = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9ull;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBull;
    return word ^ (word >> 31);
}

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    static State s;
    s.players = atoi(argv[1]);
    s.limit = 50;
    int games = atoi(argv[2]);
    u64 seed = strtoull(argv[3], nullptr, 10), signature = 0xCBF29CE484222325ull, made = 0;
    int16_t moves[306];
    std::clock_t start = std::clock();
    for (int game = 0; game < games; game++) {
        for (u64& word : s.key) word = scramble(seed);
        setup(s);
        while (s.turn >= 0) {
            u64 count = legal(s, moves), move = moves[0];
            if (count > 1) {
                move = moves[scramble(seed) % count];
                signature = (signature ^ count) * 0x100000001B3ull;
                signature = (signature ^ move) * 0x100000001B3ull;
                made++;
            }
            act(s, move);
        }
        for (int seat = 0; seat < s.players; seat++) {
            int worth = s.boards[seat].score * 6 + complete_rows(s.boards[seat]), place = 1;
            for (int other = 0; other < s.players; other++) place += s.boards[other].score * 6 + complete_rows(s.boards[other]) > worth;
            signature = (signature ^ (u64)(s.boards[seat].score + 1000 * place)) * 0x100000001B3ull;
        }
    }
    double spent = double(std::clock() - start) / CLOCKS_PER_SEC;
    std::printf("%llu %.6f %016llx\n", (unsigned long long)made, spent, (unsigned long long)signature);
}
