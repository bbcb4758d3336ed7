"""The page in a browser: whole games by clicks, by keyboard, on a phone; no error, nothing from elsewhere, accessible.

Needs playwright and the browser of chromium.py. With LOUIS14_SCREENSHOTS=folder the pictures of docs/ are written.
"""

import json
import os
import random
import subprocess
import tarfile
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import chromium
import pytest
from serving import served

from louis14_env.core.record import parse_record, record_game, replay
from louis14_env.core.table import Table

pytest.importorskip("fastapi", reason="the page needs the extra `web`")
playwright = pytest.importorskip("playwright.sync_api", reason="the browser tests need playwright: pip install playwright")

CHROMIUM = chromium.find()
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
DESKTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
MOST_CLICKS = 600
PATIENCE = 120_000  # milliseconds
COMPILE_SECONDS = 600
ADVISERS = ("policy:louis14-4p", "ismcts:iterations=100")  # who is asked for hints here
SCREENSHOTS = os.environ.get("LOUIS14_SCREENSHOTS")
AXE_SECONDS = 60
SERIOUS = ("serious", "critical")

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="the browser tests need chromium: apt-get install chromium, or set CHROMIUM")


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with served(path=tmp_path_factory.mktemp("web") / "games.sqlite") as (_, address):
        for bot in ADVISERS:  # the first hint of a bot may wait for its code to be compiled
            ask_for_a_hint(address, bot)
        yield address


def ask_for_a_hint(address, bot):
    def post(path, body, token=""):
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        request = urllib.request.Request(f"{address}api/games{path}", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=COMPILE_SECONDS) as answer:
            return json.load(answer)

    game = post("", {"seats": ["human", "random", "random", "random"]})
    post(f"/{game['game']}/hint", {"turn": 0, "bot": bot}, game["tokens"][0])


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def opened(browser, address, size=DESKTOP, expected=()):
    """A page that must show no error, but for the expected ones, and ask nobody else for anything."""
    context = browser.new_context(viewport=size, has_touch=size is PHONE, accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    problems, strangers = [], []
    page.on("console", lambda message: problems.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on(
        "request", lambda request: None if request.url.startswith((address, "blob:", "data:")) else strangers.append(request.url)
    )
    page.goto(address)
    page.get_by_role("button", name="Play", exact=True).wait_for()
    yield page
    assert [problem for problem in problems if not any(part in problem for part in expected)] == []
    assert strangers == []
    context.close()


def begin(page, players, others="random", seed=7):
    """A new game against bots, from the form."""
    page.get_by_label("Table").select_option(str(players))
    for seat in range(1, players):
        page.locator(f"#seat-{seat}").select_option(others)
    page.locator("summary", has_text="More").click()
    page.get_by_label("Seed").fill(str(seed))
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".status.yours, .result").first.wait_for()


def settled(page):
    """Waits until the person is to decide or the game is over; whether it goes on."""
    page.locator("main:not(.busy) .status.yours, .result").first.wait_for()
    return not page.locator(".result").count()


def turn_of(page):
    """The number of the person's next decision."""
    return int(page.locator("main").get_attribute("data-turn"))


def played(page, turn):
    """Waits until the decision of this turn was taken."""
    page.wait_for_function("turn => Number(document.getElementById('main').dataset.turn) > turn", arg=turn)


def choose(page, chance):
    """One decision by clicks: on the table if it offers something, else on a button."""
    offered = page.locator(".board-box .legal")
    if page.locator(".pick button.main").count():
        place_stones(page, chance)
    elif offered.count() and chance.random() < 0.7:
        offered.nth(chance.randrange(offered.count())).click()
        if page.locator(".lists button.link").count():  # a card with several uses: now shown alone
            page.locator(".actions button:visible").nth(0).click()
    else:
        pick_button(page, chance)


def place_stones(page, chance):
    """A path stone by stone, or from the list."""
    tiles = page.locator(".board-box .tile.legal")
    if not tiles.count():
        page.locator(".lists summary").first.click()
        pick_button(page, chance)
        return
    for _ in range(chance.randint(1, 4)):
        if tiles.count():
            tiles.nth(chance.randrange(tiles.count())).click()
    page.locator(".pick button.main").click()


def pick_button(page, chance):
    buttons = page.locator(".actions button:visible")
    if not buttons.count():
        page.locator(".lists summary").first.click()
    buttons.nth(chance.randrange(buttons.count())).click()


def save(page):
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").click()
    return Path(download.value.path()).read_text(encoding="utf-8")


def shoot(page, name):
    if SCREENSHOTS:
        page.screenshot(path=str(Path(SCREENSHOTS) / f"{name}.png"))


@pytest.mark.parametrize("players, size", [(2, PHONE), (4, DESKTOP)])
def test_a_whole_game_is_played_by_clicks_and_its_record_replays(browser, address, game, players, size):
    chance = random.Random(players)
    with opened(browser, address, size) as page:
        begin(page, players)
        for clicks in range(MOST_CLICKS):
            if not settled(page):
                break
            turn = turn_of(page)
            choose(page, chance)
            played(page, turn)
            assert clicks < MOST_CLICKS - 1, turn
        assert page.locator(".result tbody tr").count() == players
        record = parse_record(save(page))
        table = replay(game, record)
        assert table.is_over and record.num_players == players and record.seed == 7
        page.get_by_role("button", name="Step through the game").click()
        page.get_by_text("Last step").or_(page.get_by_label("Last step")).first.click()
        page.locator("details", has_text="Result").locator("summary").click()
        assert table.hash() in page.locator("main").inner_text()
        assert parse_record(save(page)) == record
        assert fits(page)


def fits(page):
    """Whether nothing sticks out of the page sideways."""
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_decision_is_taken_back(browser, address):
    with opened(browser, address) as page:
        begin(page, 3)
        undo = page.get_by_role("button", name="Take back")
        assert undo.is_disabled()
        before = page.locator(".lists").inner_text()
        page.locator(".actions button", has_text="to place").first.click()
        page.locator(".pick button.main").wait_for()
        assert undo.is_enabled()
        page.keyboard.press("u")
        page.locator(".pick button.main").wait_for(state="detached")
        settled(page)
        assert page.locator(".lists").inner_text() == before and undo.is_disabled()


def test_a_path_is_picked_by_clicking_tiles(browser, address):
    with opened(browser, address) as page:
        begin(page, 2)
        page.locator(".actions button", has_text="to place").first.click()
        page.locator(".pick button.main").wait_for()
        tiles = page.locator(".board-box .tile.legal")
        if not tiles.count():
            pytest.skip("the picture has no tiles to click")
        assert page.locator(".pick button.main").is_disabled()
        tiles.first.click()
        assert "Chosen: 1 on" in page.locator(".pick").inner_text() and page.locator(".picked").count() == 1
        assert page.locator(".pick button.main").is_enabled()
        page.keyboard.press("Escape")
        assert page.locator(".picked").count() == 0 and page.locator(".pick button.main").is_disabled()
        tiles.first.click()
        page.locator(".pick button.main").click()
        assert settled(page)
        assert "places 1 on" in page.locator(".log").inner_text()


def test_a_hint_shows_its_values(browser, address):
    with opened(browser, address) as page:
        begin(page, 4)
        page.locator("summary", has_text="Who gives hints").click()
        page.get_by_label("Adviser").first.select_option("ismcts:iterations=100")
        page.get_by_role("button", name="Hint").click()
        page.locator(".advice tbody tr").first.wait_for()
        assert "of the win" in page.locator(".advice p").inner_text()
        assert page.locator(".actions .advised").count() == 1
        shoot(page, "web-play")
        page.get_by_role("button", name="Play this").click()
        page.locator(".advice").wait_for(state="detached")


def test_tooltips_and_rules_are_shown_as_one_goes(browser, address):
    with opened(browser, address, PHONE) as page:
        begin(page, 4)
        shoot(page, "web-phone")
        page.locator(".rules-fold summary").first.click()
        assert page.locator(".rules-fold dd").first.inner_text()
        page.get_by_role("button", name="Explain").click()
        turn = turn_of(page)
        page.locator(".board-box .legal").first.click()
        assert len(page.locator(".about").inner_text()) > 10
        assert settled(page) and turn_of(page) == turn  # nothing was played
        assert fits(page)
        page.goto(f"{address}#/rules")
        page.get_by_label("Search").fill("bribe")
        assert "bribe" in page.locator("dl.rules").inner_text().lower()


def test_what_the_keyboard_points_at_is_explained_and_not_played(browser, address):
    with opened(browser, address) as page:
        begin(page, 2)
        page.keyboard.press("e")
        turn = turn_of(page)
        for key in ("Enter", " "):
            keyboard_focus(page, "e.matches('.board-box .legal')")
            before = page.locator(".about").inner_text()
            page.keyboard.press(key)
            page.wait_for_function("before => document.querySelector('.about').textContent !== before", arg=before)
        uses = page.locator(".lists button.link")  # shown when a card is chosen that has several
        assert turn_of(page) == turn and not uses.count()
        page.keyboard.press("e")
        page.keyboard.press("Enter")
        uses.wait_for()


@pytest.mark.parametrize("players", [2, 4])
def test_policies_are_offered_to_the_tables_they_know(browser, address, players):
    fitting, other = f"policy:louis14-{players}p", f"policy:louis14-{6 - players}p"
    with opened(browser, address) as page:
        begin(page, players, fitting)
        assert page.locator("#adviser").input_value() == fitting
        assert page.locator(f"#adviser option[value='{other}']").count() == 0
        page.goto(f"{address}#/")
        page.get_by_role("heading", name="New game").wait_for()
        for count in (6 - players, players):
            page.get_by_label("Table").select_option(str(count))
            assert page.locator("#seat-1 option[value^=policy]").evaluate_all("all => all.map(one => one.value)") == [
                f"policy:louis14-{count}p"
            ]


def test_another_number_of_players_keeps_who_was_chosen(browser, address):
    with opened(browser, address) as page:
        page.locator("#seat-1").select_option("custom")
        page.locator("#seat-1 + input").fill("heuristic:noise=0.2")
        page.locator("#seat-2").select_option("policy:louis14-4p")
        page.locator("#seat-3").select_option("sane")
        for players in ("2", "4"):
            page.get_by_label("Table").select_option(players)
            assert page.locator("#seat-1 + input").input_value() == "heuristic:noise=0.2"
            assert page.locator("#seat-1 + input").is_visible()
        assert page.locator("#seat-3").input_value() == "sane"
        page.get_by_label("Table").select_option("3")
        assert page.locator("#seat-2").input_value() == "heuristic"  # that policy knows four players only


def test_a_wrong_seed_is_told_whoever_plays(browser, address):
    with opened(browser, address) as page:
        more = page.locator("summary", has_text="More")
        more.click()
        page.get_by_label("Seed").fill("seven")
        more.click()
        for name in ("Watch bots play", "Play"):
            page.get_by_role("button", name=name, exact=True).click()
            assert page.locator("#seed:invalid").is_visible()  # it is shown
            assert page.evaluate("document.activeElement.id") == "seed"
        page.get_by_label("Seed").fill("7")
        page.get_by_role("button", name="Watch bots play").click()
        page.locator(".stepper").wait_for()


def keyboard_focus(page, accept, most=80):
    """Presses Tab until the focus is on something that is accepted."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate(f"(() => {{ const e = document.activeElement; return Boolean({accept}); }})()"):
            return
    raise AssertionError(f"Tab does not reach {accept}")


def test_a_whole_game_is_played_by_keyboard_alone(browser, address, game):
    chance = random.Random(1)
    with opened(browser, address) as page:
        keyboard_focus(page, "e.id === 'players'")
        page.keyboard.press("2")  # a select takes the option that begins so
        keyboard_focus(page, "e.id === 'seat-1'")
        page.keyboard.press("r")
        keyboard_focus(page, "e.textContent === 'Play'")
        page.keyboard.press("Enter")
        for _ in range(MOST_CLICKS):
            if not settled(page):
                break
            turn = turn_of(page)
            choose_by_keyboard(page, chance)
            played(page, turn)
        keyboard_focus(page, "e.textContent === 'Save the record'")
        with page.expect_download() as download:
            page.keyboard.press("Enter")
        record = parse_record(Path(download.value.path()).read_text(encoding="utf-8"))
        assert replay(game, record).is_over and record.num_players == 2
        keyboard_focus(page, "e.textContent === 'Games'")
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="New game").wait_for()
        assert page.locator(".games a").count() == 1


def choose_by_keyboard(page, chance):
    """One decision: a stone and the button for it, or one of the first buttons."""
    if page.locator(".pick button.main").count() and page.locator(".tile.legal").count():
        keyboard_focus(page, "e.matches('.tile.legal')")
        page.keyboard.press("Enter")
        keyboard_focus(page, "e.matches('.pick button.main')")
    elif page.locator(".actions button:visible").count():
        for _ in range(chance.randint(1, 3)):
            keyboard_focus(page, "e.matches('.actions button')")
    else:
        keyboard_focus(page, "e.matches('.lists summary')")
        page.keyboard.press("Enter")
        keyboard_focus(page, "e.matches('.actions button')")
    page.keyboard.press("Enter")


@pytest.fixture
def record(game):
    chance = random.Random(3)
    return record_game(Table(game, 4, 3), 3, 0, lambda table: chance.choice(table.legal_actions()))


def open_file(page, tmp_path, text):
    path = tmp_path / "games.jsonl"
    path.write_text(text)
    page.get_by_label("File", exact=True).set_input_files(path)
    page.get_by_role("button", name="Open").click()


def step_text(page):
    return page.locator(".status").inner_text().split(".")[0]


def test_a_replay_is_stepped_through_with_values_as_a_plot(browser, address, record, tmp_path):
    last = len(record.actions)
    with opened(browser, address) as page:
        open_file(page, tmp_path, record.to_line())
        page.locator(".stepper").wait_for()
        for key, step in (
            ("ArrowRight", 1),
            ("ArrowRight", 2),
            ("ArrowLeft", 1),
            ("End", last),
            ("ArrowLeft", last - 1),
            ("Home", 0),
        ):
            page.keyboard.press(key)
            page.locator(".status", has_text=f"Step {step} of {last}").wait_for()
        page.get_by_label("Seen by").first.select_option("ismcts:iterations=100")
        page.get_by_role("button", name="Plot the whole game").click()
        page.wait_for_function("() => document.querySelectorAll('.plot .curve').length === 4")
        page.locator(".plot-box[aria-busy=false]").wait_for()
        curves = page.locator(".plot .curve").evaluate_all("all => all.map(one => one.points.length)")
        assert sum(curves) == last and min(curves) > 0
        page.locator(".plot").click(position={"x": 200, "y": 60})
        page.wait_for_function("() => !document.querySelector('.status').textContent.startsWith('Step 0 ')")
        page.get_by_role("button", name="This decision").click()
        page.locator(".advice tbody tr").first.wait_for()
        shoot(page, "web-replay")
        link = page.url
        page.get_by_label("Show").select_option("1")
        page.wait_for_load_state("networkidle")
        page.goto("about:blank")
        page.goto(link)
        page.locator(".status", has_text=f"Step 0 of {last}").wait_for()


def advised(page):
    """The probabilities in the table of advice, once it is that of the step shown."""
    page.locator(".hint:not(.stale) .advice tbody tr").first.wait_for()
    return page.locator(".advice .with-bar").all_inner_texts()


def test_advice_follows_the_steps(browser, address, record, tmp_path):
    with opened(browser, address) as page:
        open_file(page, tmp_path, record.to_line())
        page.locator(".stepper").wait_for()
        assert page.locator("#analyst").input_value() == "policy:louis14-4p"
        asked = []
        page.on("request", lambda request: asked.append(request.url) if "/advice/" in request.url else None)
        page.get_by_role("button", name="Step forward").click()
        page.locator(".status", has_text="Step 1 of").wait_for()
        assert page.locator(".advice").count() == 0 and not asked  # nobody has asked for it yet
        page.get_by_role("button", name="This decision").click()
        advised(page)
        for step in (2, 3, 4):
            with page.expect_response(lambda response, step=step: f"/advice/{step}?" in response.url) as answer:
                page.keyboard.press("ArrowRight")
            rows = answer.value.json()["rows"]
            assert advised(page) == [f"{100 * row['probability']:.1f} %" for row in rows]
            bars = page.locator(".advice .bar").evaluate_all("all => all.map(one => one.getBoundingClientRect().width)")
            assert len(bars) == len(rows) and bars[0] > 0
        asked.clear()
        for _ in range(10):
            page.keyboard.press("ArrowRight")
        page.locator(".status", has_text="Step 14 of").wait_for()
        advised(page)
        assert "/advice/14?" in asked[-1] and len(asked) < 5  # not about every step that flew by
        with page.expect_response(lambda response: "/advice/14?bot=heuristic" in response.url):
            page.locator("#analyst").select_option("heuristic")
        page.locator(".hint:not(.stale) .advice", has_text="says heuristic").wait_for()
        page.keyboard.press("End")
        page.locator(".status", has_text="The game is over").wait_for()
        page.wait_for_function("() => !document.querySelector('.hint').textContent")
        page.get_by_role("button", name="This decision").click()
        page.keyboard.press("Home")
        page.locator(".status", has_text="Step 0 of").wait_for()
        page.wait_for_timeout(500)
        assert page.locator(".advice").count() == 0


def test_damaged_records_are_refused_with_the_reason(browser, address, record, tmp_path):
    with opened(browser, address, expected=["422"]) as page:
        data = json.loads(record.to_line())
        for change, reason in (
            ({"game": "louis14_v9"}, "louis14_v9"),
            ({"hashes": ["0" * 16] * len(data["hashes"])}, "decision 0: the state"),
        ):
            open_file(page, tmp_path, json.dumps({**data, **change}))
            page.locator(".error", has_text=reason).wait_for()
        open_file(page, tmp_path, record.to_line())
        page.locator(".stepper").wait_for()


def test_bots_are_watched(browser, address):
    with opened(browser, address) as page:
        page.get_by_label("Table").select_option("3")
        page.get_by_role("button", name="Watch bots play").click()
        page.locator(".status", has_text="Step 2 of").wait_for()
        page.get_by_role("button", name="Pause").click()
        at = step_text(page)
        page.get_by_role("button", name="Step back").click()
        page.wait_for_function("at => !document.querySelector('.status').textContent.startsWith(at)", arg=at)


def test_a_lost_connection_is_told_and_the_game_goes_on(browser, address):
    with opened(browser, address, expected=["ERR_INTERNET_DISCONNECTED"]) as page:
        begin(page, 2)
        page.context.set_offline(True)
        page.locator(".actions button").first.click()
        page.locator("#notice", has_text="cannot be reached").wait_for()
        page.context.set_offline(False)
        page.locator(".actions button").first.click()
        assert settled(page)


def test_a_wrong_link_says_so(browser, address):
    with opened(browser, address, expected=["404", "403"]) as page:
        for link in ("#/play/nobody/nothing", "#/replay/nobody", "#/nothing"):
            page.goto(f"{address}{link}")
            page.get_by_role("heading", name="This did not work").wait_for()


@pytest.fixture(scope="session")
def axe(tmp_path_factory):
    """The source of axe-core, from npm's registry."""
    folder = tmp_path_factory.mktemp("axe")
    try:
        done = subprocess.run(
            ["npm", "pack", "axe-core@4"], cwd=folder, capture_output=True, text=True, timeout=AXE_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        pytest.skip(f"axe-core cannot be fetched from npm: {error}")
    packed = list(folder.glob("axe-core-*.tgz"))
    if not packed:
        pytest.skip(f"axe-core cannot be fetched from npm: {done.stderr.strip()[-200:]}")
    with tarfile.open(packed[0]) as archive:
        return archive.extractfile("package/axe.min.js").read().decode()


def findings(page, axe):
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [
        (one["id"], one["impact"], [node["html"][:160] for node in one["nodes"][:3]]) for one in found if one["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_has_no_serious_finding(browser, address, axe, size, record, tmp_path):
    with opened(browser, address, size) as page:
        assert findings(page, axe) == []
        shoot(page, "web-home" if size is DESKTOP else "web-home-phone")
        begin(page, 4)
        page.get_by_role("button", name="Hint").click()
        page.locator(".advice").wait_for()
        assert findings(page, axe) == []
        page.locator(".actions button", has_text="to place").first.click()
        page.locator(".pick button.main").wait_for()
        assert findings(page, axe) == []
        page.goto(f"{address}#/rules")
        page.locator("dl.rules dt").first.wait_for()
        assert findings(page, axe) == []
        page.goto(f"{address}#/")
        page.get_by_role("heading", name="New game").wait_for()
        open_file(page, tmp_path, record.to_line())
        page.locator(".stepper").wait_for()
        page.get_by_role("button", name="This decision").click()
        page.locator(".advice").wait_for()
        assert findings(page, axe) == []
        page.evaluate("document.body.append(Object.assign(document.createElement('img'), {src: 'icon.svg'}))")
        assert [name for name, *_ in findings(page, axe)] == ["image-alt"]  # it would find one
