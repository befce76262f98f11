"""The curve of a game: every seat's win chance from the first move to the last, as an SVG picture.

Seats differ by dash pattern and by a number at the line's end, not by colour alone; turning points are rings.
"""

from __future__ import annotations

from html import escape

from ..core.words import Ref, say
from .review.review import Review

WIDTH, HEIGHT = 800, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 24, 40, 48
COLOURS = ("#1f5fa8", "#c2571a", "#2b7a3d", "#8a3ab9", "#555555")
DASHES = ("", "8 4", "2 3", "12 3 2 3", "5 5")


def draw_curve(found: Review, language: str = "en") -> str:
    """The picture as SVG text."""
    curve = found.curve
    across = (WIDTH - LEFT - RIGHT) / max(len(curve) - 1, 1)
    down = HEIGHT - TOP - BOTTOM

    def place(ply: int, chance: float) -> tuple[float, float]:
        return round(LEFT + across * ply, 1), round(TOP + down * (1 - chance), 1)

    title = escape(say(language, "search.curve.title", game=Ref(f"{found.record.game.name}.title")))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif" font-size="12">',
        f"<title>{title}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    for percent in (0, 25, 50, 75, 100):
        x, y = place(0, percent / 100)
        parts.append(f'<line x1="{x}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}" stroke="#dddddd"/>')
        parts.append(f'<text x="{x - 8}" y="{y + 4}" text-anchor="end">{percent} %</text>')
    for seat, name in enumerate(found.names):
        points = " ".join("{},{}".format(*place(ply, win[seat])) for ply, win in enumerate(curve))
        look = f'stroke="{COLOURS[seat]}" stroke-dasharray="{DASHES[seat]}" stroke-width="2" fill="none"'
        parts.append(f'<polyline points="{points}" {look}/>')
        x = LEFT + seat * (WIDTH - LEFT - RIGHT) / found.players
        parts.append(f'<line x1="{x}" y1="20" x2="{x + 32}" y2="20" {look}/><text x="{x + 38}" y="24">{escape(name)}</text>')
    for played in found.turning_points:
        x, y = place(played.ply, curve[played.ply][played.seat])
        said = escape(f"{played.ply}. {found.record.game.code(played.move)}")
        parts.append(f'<circle cx="{x}" cy="{y}" r="5" fill="none" stroke="#000000"><title>{said}</title></circle>')
        parts.append(f'<text x="{x + 7}" y="{y - 6}">{said}</text>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 14}" text-anchor="middle">{escape(say(language, "search.curve.moves"))}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
