"""Pictures: they show what is on the table, and nothing that the viewer cannot know."""

import copy
import random
import re
import sys
import xml.etree.ElementTree as ET
from itertools import islice, pairwise
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test.render_test import render_test
from typer.testing import CliRunner

from louis14_env import louis14_v0
from louis14_env.cli import app
from louis14_env.core import Table
from louis14_env.core.conformance import random_positions
from louis14_env.core.record import read_records
from louis14_env.drawing import film, raster, svg, window
from louis14_env.games.louis14 import state as st
from louis14_env.games.louis14.actions import A_DECLINE, A_PATH, A_RETURN, NUM_ACTIONS
from louis14_env.games.louis14.components import SHADES
from louis14_env.games.louis14.drawing.board import MOST_DRAWN
from louis14_env.games.louis14.drawing.words import POWERS, QUESTIONS, move_text
from louis14_env.games.louis14.tables import CARD_NAMES, CHIP_NAMES, KIND, NAMES, NUM_TILES, PATHS, POWER_NAMES, SHADE
from louis14_env.games.louis14.text import COLOURS, members

ROOT = Path(__file__).parent.parent
PLAYERS = (2, 3, 4)
SPACE = "{http://www.w3.org/2000/svg}"


def draw(table, viewer, action=None):
    """The picture as an XML tree."""
    return ET.fromstring(table.game.draw(table.states, 0, viewer, action))


def having(tree, **attributes):
    """The elements with these attributes; True stands for any value."""
    wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
    return [
        node for node in tree.iter() if all(name in node.attrib if value is True else node.get(name) == str(value) for name, value in wanted.items())
    ]  # fmt: skip


def one(tree, **attributes):
    found = having(tree, **attributes)
    assert len(found) == 1, attributes
    return found[0]


def words(tree):
    """Everything that can be read in a picture, tooltips included."""
    return [node.text for node in tree.iter() if node.text]


def numbers(text):
    return [int(word) for word in text.split(",")]


def played_on(game, players, seed, choose=None):
    """The tables of a random game with the last action and who played it: (table, action, player)."""
    chance = random.Random(seed)
    table = Table(game, players, seed, auto_play=False)
    while not table.is_over:
        player, action = table.current_player, chance.choice(table.legal_actions())
        table.step(action)
        yield table, action, player


# --- What is shown ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", PLAYERS)
def test_every_position_is_drawn_for_every_viewer(game, players):
    for table in random_positions(game, players, seed=3, every=8):
        for viewer in (None, *range(players)):
            tree = draw(table, viewer)
            assert tree.tag == f"{SPACE}svg" and tree.get("width") == "1200"
            assert [int(node.get("data-tile")) for node in having(tree, class_="tile")] == list(range(NUM_TILES))
            assert all(node.find(f"{SPACE}title").text for node in having(tree, class_="tile"))
            assert [int(node.get("data-player")) for node in having(tree, class_="player")] == list(range(players))


@pytest.mark.parametrize("players", PLAYERS)
def test_the_board_shows_the_state(game, players):
    for table in random_positions(game, players, seed=5, every=6):
        s, tree = table.states[0], draw(table, 0)
        for tile in range(NUM_TILES):
            node = one(tree, class_="tile", data_tile=tile)
            stones = [int(n) for n in s["stones"][tile]]
            assert numbers(node.get("data-stones")) == stones and int(node.get("data-side")) == s["side"][tile]
            drawn = [having(node, class_="stone", data_colour=colour) for colour in range(len(COLOURS))]
            assert [len(row) for row in drawn] == [min(n, MOST_DRAWN) for n in stones]
            assert words(node)[-len([n for n in stones if n]) or len(words(node)) :] == [str(n) for n in stones if n]
            assert (node.get("data-king") == "1") == (s["king"] == tile) == bool(having(node, class_="king"))
            assert (node.get("data-evaluated") == "1") == (s["tile"] == tile)
        stacks = {node.get("data-stack"): int(node.get("data-count")) for node in having(tree, class_="stack")}
        left = {shade: int(s["missions_left"][k]) for k, shade in enumerate(SHADES)}
        assert stacks == {"influence": s["influence_left"], "intrigue": s["intrigue_left"], **left}
        kinds = [CARD_NAMES[KIND[card]] for card in members(s["middle"])]
        assert {node.get("data-played"): int(node.get("data-count")) for node in having(tree, data_played=True)} == {
            name: kinds.count(name) for name in CARD_NAMES
        }
        assert int(one(tree, class_="phases").get("data-round")) == s["round_no"]
        assert int(one(tree, class_="rest").get("data-bag")) == s["bag"].sum()


@pytest.mark.parametrize("players", PLAYERS)
def test_the_panels_show_the_players(game, players):
    for table in random_positions(game, players, seed=6, every=8):
        s, tree = table.states[0], draw(table, 0)
        for p in range(players):
            panel = one(tree, class_="player", data_player=p)
            for name, field in (("own", "own"), ("general", "general"), ("coins", "coins")):
                assert int(panel.get(f"data-{name}")) == s[field][p] and str(s[field][p]) in words(panel)
            assert numbers(panel.get("data-chips")) == list(s["chips"][p])
            chips = {node.get("data-chip"): int(node.get("data-count")) for node in having(panel, data_chip=True)}
            assert chips == dict(zip(CHIP_NAMES, s["chips"][p], strict=True))
            assert int(panel.get("data-coats")) == s["coats"][p].sum() + s["blanks"][p] + s["bonus"][p]
            assert int(panel.get("data-cards")) == len(members(s["hand"][p]))
            assert int(panel.get("data-intrigues")) == len(members(s["intrigue"][p]))
            assert [int(node.get("data-mission")) for node in having(panel, data_mission=True)] == members(s["laid"][p])
            backs = [node.get("data-shade") for node in having(panel, class_="back")]
            assert backs == [SHADES[SHADE[mission]] for mission in members(s["missions"][p])]
            if table.is_over:
                assert int(panel.get("data-points")) == s["score"][p]
                assert any("win" in word for word in words(panel)) == (table.returns()[p, 0] > 0)


@pytest.mark.parametrize("players", PLAYERS)
def test_hands_are_open_to_their_owner_only(game, players):
    for table in random_positions(game, players, seed=7, every=8):
        s = table.states[0]
        for viewer in (None, *range(players)):
            tree = draw(table, viewer)
            hands = having(tree, class_="hand")
            assert [int(node.get("data-hand")) for node in hands] == (list(range(players)) if viewer is None else [viewer])
            for hand in hands:
                p = int(hand.get("data-hand"))
                cards = sorted(CARD_NAMES[KIND[card]] for card in members(s["hand"][p]))
                assert sorted(node.get("data-card") for node in having(hand, class_="card influence")) == cards
                intrigues = [f"intrigue {NAMES[card]}" for card in members(s["intrigue"][p])]
                assert [node.get("data-card") for node in having(hand, class_="card intrigue")] == intrigues
                assert [int(node.get("data-mission")) for node in having(hand, data_mission=True)] == members(s["missions"][p])
                assert numbers(one(hand, class_="coats").get("data-coats")) == list(s["coats"][p])
            assert len(having(tree, data_card=True)) == sum(len(having(hand, data_card=True)) for hand in hands)


def test_who_is_asked_what(game):
    seen = set()
    for table, _, _ in (step for seed in range(4) for step in played_on(game, 3, seed)):
        s = table.states[0]
        if table.is_over or s["ask"] in seen:
            continue
        seen.add(int(s["ask"]))
        for viewer in (None, 0, 1, 2):
            tree, player = draw(table, viewer), int(s["player"])
            secret = s["ask"] == st.ASK_INTRIGUE and viewer not in (None, player)
            asked = [int(node.get("data-player")) for node in having(tree, data_asked=1)]
            assert asked == ([] if secret else [player])
            assert one(tree, class_="question").get("data-question") == (None if secret else st.ASKS[s["ask"]])
    assert len(seen) > len(QUESTIONS) / 2 and st.ASK_INTRIGUE in seen
    assert set(QUESTIONS) == set(st.ASKS) - {"nothing"} and set(POWERS) == set(POWER_NAMES)


def test_the_last_move_is_shown(game):
    table = Table(game, 4, seed=2)
    path = next(A_PATH + k for k, lying in enumerate(PATHS) if lying[0] == 2 and lying[1] == 1)
    tree = draw(table, 0, path)
    assert [int(node.get("data-tile")) for node in having(tree, data_last=1)] == [0, 1]
    assert one(tree, class_="last").text == "Last move: place 2 on Anne, 1 on Philippe"
    assert {"+2", "+1"} <= set(words(tree))
    assert having(draw(table, 0), class_="last") == [] == having(draw(table, 0), data_last=1)
    for action in range(0, NUM_ACTIONS, 20):
        assert move_text(action) in one(draw(table, None, action), class_="last").text


def test_bad_viewers_and_actions(game):
    table = Table(game, 2)
    with pytest.raises(ValueError, match=r"viewer must be 0\.\.1, not 2"):
        draw(table, 2)
    with pytest.raises(ValueError, match=r"action 9999 is not in 0\.\."):
        draw(table, 0, 9999)


# --- What is hidden --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_leaks(game, players):
    for seed in range(2):
        for k, (table, action, _) in enumerate(played_on(game, players, seed)):
            if k % 8 == seed:
                for viewer in range(players):
                    picture = game.draw(table.states, 0, viewer, action)
                    for other in range(2):
                        assert game.draw(table.redeterminize(viewer, other).states, 0, viewer, action) == picture, (k, viewer)


def test_secret_actions_are_not_shown_to_others(game):
    """A mission is put back face down; who declines to play an intrigue card is not known to have one."""
    returned = declined = 0
    for seed in range(12):
        for table, action, player in played_on(game, 3, seed):
            if A_RETURN <= action < A_DECLINE:
                mission = 1 << (action - A_RETURN)
                for viewer in range(3):
                    shown = having(draw(table, viewer, action), class_="last")
                    alone = bool(table.states[0]["knows_missions"][viewer] & mission)  # the only card of its shade: no secret
                    assert bool(shown) == (viewer == player or alone)
                returned += 1
            elif action == A_DECLINE:
                assert not any(having(draw(table, viewer, action), class_="last") for viewer in range(3))
                declined += 1
        if returned and declined:
            break
    assert returned and declined
    assert having(draw(table, None, A_DECLINE), class_="last")


# --- Layout ----------------------------------------------------------------------------------------------------------
def absolute(node, x=0.0, y=0.0):
    """The texts of a picture with their place: (x, y, node)."""
    if shift := re.match(r"translate\((\S+) (\S+)\)", node.get("transform", "")):
        x, y = x + float(shift[1]), y + float(shift[2])
    if node.tag == f"{SPACE}text":
        yield x + float(node.get("x")), y + float(node.get("y")), node
    for child in node:
        yield from absolute(child, x, y)


@pytest.mark.parametrize("players", PLAYERS)
def test_no_text_leaves_the_picture_or_is_too_small(game, players):
    for table, action, _ in islice(played_on(game, players, 1), 0, None, 5):
        tree = draw(table, None, action)
        width, height = float(tree.get("width")), float(tree.get("height"))
        for x, y, node in absolute(tree):
            size = float(node.get("font-size"))
            wide = svg.text_width(node.text, size, node.get("font-weight") == "bold")
            left = x - {None: 0, "middle": 0.5, "end": 1}[node.get("text-anchor")] * wide
            assert 0 <= left and left + wide <= width and size <= y <= height and size >= 9, node.text


def test_widths_are_those_of_the_font():
    fonts = pytest.importorskip("fontTools.ttLib")
    for bold, path in zip((True, False), raster.FONTS, strict=True):
        font = fonts.TTFont(path)
        names, advances, em = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
        for character, width in svg.WIDTHS[bold].items():
            assert abs(width - advances[names[ord(character)]][0] / em) < 0.006, (path, character)


def test_many_cards_stay_in_their_places(game):
    """A hand of thirty cards and a player with all missions laid, which no game reaches, are still drawn inside."""
    table = Table(game, 4, seed=1)
    s = table.states[0]
    s["hand"][0], s["intrigue"][0], s["missions"][0] = 2**30 - 1, 2**12 - 1, 2**20 - 1
    s["laid"][1], s["stones"][0, :4], s["coins"][:] = 2**40 - 1, 16, 188
    tree = draw(table, 0)
    assert all(0 <= x <= 1200 for x, _, _ in absolute(tree))
    panel = one(tree, class_="player", data_player=1)
    lows = [float(re.match(r"translate\(\S+ (\S+)\)", node.get("transform"))[1]) for node in having(panel, data_mission=True)]
    assert len(lows) == 40 and max(lows) <= 150


# --- Pixels, windows and render modes --------------------------------------------------------------------------------
@pytest.fixture
def pixels():
    pytest.importorskip("resvg_py", reason="needs the extra draw")


@pytest.fixture
def shown(monkeypatch):
    """The pictures shown in windows, without a window."""
    pictures = []

    class Fake:
        def __init__(self, title):
            assert title == "Louis XIV"

        def show(self, png, seconds):
            pictures.append(png)

        def close(self):
            pictures.append(None)

    monkeypatch.setattr(window, "Window", Fake)
    return pictures


def test_text_is_drawn_without_the_fonts_of_the_system(pixels):
    def picture(words):
        parts = svg.rect(0, 0, 200, 40, fill="white"), svg.text(5, 30, words, 20)
        return raster.to_array(
            svg.element("svg", *parts, xmlns=SPACE[1:-1], width=200, height=40, font_family="Nonesuch, sans-serif")
        )

    assert (picture("crown") != picture("")).any() and (picture("crown") != picture("crowd")).any()


def test_pixels_show_what_is_drawn(game, pixels):
    table = Table(game, 2, seed=1)
    image = raster.to_array(game.draw(table.states, 0, 0))
    assert image.shape == (958, 1200, 3) and image.dtype == np.uint8
    assert tuple(image[2, 2]) == (255, 253, 248)  # paper
    assert raster.to_array(game.draw(table.states, 0, 0), 600).shape == (479, 600, 3)


def test_pettingzoo_render_test(pixels, shown):
    render_test(louis14_v0.env)
    assert shown and shown[-1] is None


def test_gymnasium_render_check(pixels, shown):
    env = gymnasium.make("Louis14-v0", num_players=2, illegal="replace", render_mode="rgb_array")
    check_env(env.unwrapped)
    assert shown


def test_pixels_show_only_what_the_viewer_sees(pixels):
    env = louis14_v0.env(num_players=3, render_mode="rgb_array")
    env.reset(seed=4)
    for _ in range(4):
        env.step(env.legal_actions()[0])
        assert (env.render() == env.determinize(env.agent_selection, 9).render()).all()
    learner = gymnasium.make("Louis14-v0", num_players=2, render_mode="rgb_array").unwrapped
    learner.reset(seed=1)
    assert learner.render().shape == (958, 1200, 3)


@pytest.mark.parametrize(
    "make", [lambda: louis14_v0.env(render_mode="human"), lambda: gymnasium.make("Louis14-v0", render_mode="human").unwrapped]
)
def test_a_window_shows_every_step_but_not_those_of_copies(make, pixels, shown):
    env = make()
    env.reset(seed=1)
    act = (
        (lambda env: env.legal_actions()[0])
        if hasattr(env, "legal_actions")
        else (lambda env: int(np.flatnonzero(env.action_masks())[0]))
    )
    env.step(act(env))
    assert len(shown) == 2 and shown[0] != shown[1] and shown[0].startswith(b"\x89PNG")
    twin = copy.deepcopy(env)
    twin.step(act(twin))
    assert len(shown) == 2
    assert twin.render() is None and len(shown) == 3
    env.close()
    assert shown[-1] is None


def test_no_window_without_a_display(monkeypatch, pixels):
    tkinter = pytest.importorskip("tkinter")

    def no_display():
        raise tkinter.TclError("no display name and no $DISPLAY environment variable")

    monkeypatch.setattr(tkinter, "Tk", no_display)
    env = louis14_v0.env(render_mode="human")
    with pytest.raises(RuntimeError, match=r'needs a display, and there is none here; render_mode "rgb_array" and "ansi"'):
        env.reset(seed=1)
    monkeypatch.setitem(sys.modules, "tkinter", None)
    with pytest.raises(RuntimeError, match="needs tkinter"):
        env.render()


@pytest.mark.parametrize("mode", ["rgb_array", "human"])
@pytest.mark.parametrize("missing", ["resvg_py", "PIL.Image"])
def test_a_missing_package_is_named(monkeypatch, mode, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    for make in (lambda: louis14_v0.env(render_mode=mode), lambda: gymnasium.make("Louis14-v0", render_mode=mode)):
        with pytest.raises(ImportError, match=r"need the extra `draw`: pip install 'louis14-env\[draw\]'"):
            make()


def test_the_last_action_is_kept_by_copies_and_saves(pixels):
    env = louis14_v0.env(num_players=2, render_mode="rgb_array")
    env.reset(seed=3)
    env.step(env.game.action_text(env.legal_actions()[0]))
    twin = louis14_v0.env(num_players=2, render_mode="rgb_array")
    twin.load(env.save())
    assert (twin.render() == env.render()).all()
    env.reset(seed=3)
    assert (twin.render() != env.render()).any()


# --- Commands and files ----------------------------------------------------------------------------------------------
RECORD = ROOT / "docs" / "board.jsonl"


def run(*arguments, code=0):
    result = CliRunner().invoke(app, [str(word) for word in arguments], env={"COLUMNS": "200"})
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result.output


def test_the_picture_of_the_readme_is_the_one_the_code_draws(tmp_path):
    command = re.search(r"louis14 (draw docs/board.jsonl .*)docs/board.svg", (ROOT / "Makefile").read_text(encoding="utf-8"))[1]
    target = tmp_path / "board.svg"
    run(*[RECORD if word == "docs/board.jsonl" else word for word in command.split()], target)
    drawn, kept = target.read_bytes(), (ROOT / "docs" / "board.svg").read_bytes()
    assert drawn == kept, "run: make picture"
    assert len(kept) < 300_000


def test_draw_a_position_of_a_record(game, tmp_path, pixels):
    target = tmp_path / "pic.svg"
    assert "after 0 of 284 decisions" in run("draw", RECORD, "--at", 0, "--out", target, "--viewer", 2)
    record = next(read_records(RECORD))
    table = Table(game, record.num_players, record.seed, record.start_player)
    assert target.read_text(encoding="utf-8") == game.draw(table.states, 0, 2)
    table.step(record.actions[0])
    run("draw", RECORD, "--at", 1, "--out", target)
    assert target.read_text(encoding="utf-8") == game.draw(table.states, 0, None, record.actions[0])
    run("draw", RECORD, "--out", tmp_path / "end.png", "--width", 300)
    assert raster.decoded((tmp_path / "end.png").read_bytes()).width == 300


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--at", 285], "--at must be 0..284, not 285"),
        (["--game", 2], "has 1 games, there is no game 2"),
        (["--viewer", 4], "--viewer must be all or a seat 0..3, not '4'"),
        (["--viewer", "me"], "--viewer must be all or a seat 0..3, not 'me'"),
        (["--width", 5], "--width must be 100..4000, not 5"),
        (["--at", -1], "--at must be 0..284, not -1"),
        (["--game", 0], "there is no game 0"),
        (["--out", "pic.bmp"], "--out must end in .svg, .png, not 'pic.bmp'"),
        (["--out", "no/such/pic.svg"], "is not a directory that can be written to"),
    ],
)
def test_draw_refuses_bad_input_and_keeps_the_file(tmp_path, words, message):
    target = tmp_path / "pic.svg"
    target.write_text("old")
    assert message in run("draw", RECORD, *([] if "--out" in words else ["--out", target]), *words, code=2)
    assert target.read_text() == "old" and list(tmp_path.iterdir()) == [target]


def test_draw_refuses_what_is_no_record(tmp_path):
    (tmp_path / "bad.jsonl").write_text("{}\n")
    assert "a record has exactly the fields" in run("draw", tmp_path / "bad.jsonl", "--out", tmp_path / "x.svg", code=2)
    assert "cannot be read" in run("draw", tmp_path / "none.jsonl", "--out", tmp_path / "x.svg", code=2)


@pytest.mark.parametrize("ending", ["gif", "png"])
def test_film(tmp_path, pixels, ending, monkeypatch):
    from PIL import Image

    whole = film.play_pictures
    monkeypatch.setattr(film, "play_pictures", lambda *args: list(whole(*args))[:6])
    target = tmp_path / f"game.{ending}"
    words = (
        "film",
        "sane",
        "random",
        "--players",
        2,
        "--seed",
        5,
        "--out",
        target,
        "--width",
        240,
        "--seconds",
        0.3,
        "--viewer",
        1,
    )
    assert "6 pictures of a game of 2 players, seed 5" in run(*words)
    with Image.open(target) as made:
        assert made.n_frames == 6 and made.width == 240
        frames = []
        for k in range(6):
            made.seek(k)
            frames.append((np.array(made.convert("RGB")), made.info["duration"]))
    assert [duration for _, duration in frames] == [300] * 5 + [1200]
    assert all((a[0] != b[0]).any() for a, b in pairwise(frames))
    first = target.read_bytes()
    run(*words)
    assert target.read_bytes() == first


def test_a_film_shows_the_whole_game(game):
    from louis14_env.bots import make_bot

    table = Table(game, 2, seed=5)
    pictures = list(film.play_pictures(table, [make_bot("random", game)] * 2, lambda decision: decision, None))
    assert table.is_over and len(pictures) > 50
    assert having(ET.fromstring(pictures[0]), class_="last") == [] and "The game is over" in pictures[-1]
    assert all(having(ET.fromstring(picture), class_="last") for picture in pictures[1:])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["clever"], "no bot 'clever'"),
        (["human"], "played by bots, not by human"),
        (["random", "sane", "random", "--players", 2], "3 bots are named for 2 players"),
        (["--viewer", 3, "--players", 3], "--viewer must be all or a seat 0..2, not '3'"),
        (["--start", 3, "--players", 2], "start_player must be 0..1, not 3"),
        (["--seconds", 0], "--seconds must be 0.02..60, not 0"),
        (["--width", 9999], "--width must be 100..4000, not 9999"),
        (["--out", "film.mp4"], "--out must end in .gif, .png, .apng, not 'film.mp4'"),
    ],
)
def test_film_refuses_bad_input_and_keeps_the_file(tmp_path, words, message, pixels):
    target = tmp_path / "game.gif"
    target.write_text("old")
    assert message in run("film", *([] if "--out" in words else ["--out", target]), *words, code=2)
    assert target.read_text() == "old" and list(tmp_path.iterdir()) == [target]


def test_a_film_that_fails_leaves_the_old_one(tmp_path, pixels, monkeypatch):
    target = tmp_path / "game.gif"
    target.write_text("old")
    monkeypatch.setattr(film, "play_pictures", lambda *args: ["<svg/>", "no picture"])
    run("film", "--out", target, code=2)

    def disk_full(self):
        raise OSError("no space left")

    blank = svg.element("svg", xmlns=SPACE[1:-1], width=300, height=100)
    monkeypatch.setattr(film, "play_pictures", lambda *args: [blank, blank])
    monkeypatch.setattr(film._Frames, "__iter__", disk_full)
    assert "no space left" in run("film", "--out", target, code=2)
    monkeypatch.setattr(film, "to_png", lambda *args: (_ for _ in ()).throw(KeyboardInterrupt))
    result = CliRunner().invoke(app, ["film", "--out", str(target)])
    assert result.exit_code == 130 and "no film was written" in result.output
    assert target.read_text() == "old" and list(tmp_path.iterdir()) == [target]


def test_files_without_the_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert "need the extra `draw`" in run("draw", RECORD, "--out", tmp_path / "x.png", code=2)
    assert "need the extra `draw`" in run("film", "--out", tmp_path / "x.gif", code=2)
    run("draw", RECORD, "--out", tmp_path / "x.svg")
    assert [path.name for path in tmp_path.iterdir()] == ["x.svg"]
