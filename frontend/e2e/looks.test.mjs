// Both themes: what axe finds, whether texts can be read, and pictures to look at.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sound } from './axe.mjs'
import { EMBED, HOLD, TINY, VISION } from './ollama.mjs'
import { accounts, handbook, harbour, lease, NOTICE, orchard, RENT, REVENUE, STAFF } from './samples.mjs'
import { Searches } from './searches.mjs'
import { Stage } from './stage.mjs'

const pictures = process.env.LECTERN_PICTURES || mkdtempSync(join(tmpdir(), 'lectern-pictures-'))

let stage, searches
before(async () => {
  searches = await Searches.start([{ title: 'Harbour news', address: 'https://news.example.com/harbour', summary: 'What happened at the harbour', content: 'Revenue rose to 41.7 million in 2024.' }])
  mkdirSync(pictures, { recursive: true })
  console.log(`Pictures are in ${pictures}`)
  stage = await Stage.set()
  await stage.internals()
})
after(async () => {
  await searches.close()
  await stage.close()
})

/** The contrast of an element's text against what lies behind it (WCAG 2.2, 1.4.3). */
const contrast = (selector) =>
  stage.page.locator(selector).first().evaluate((element) => {
    const rgb = (colour) => colour.match(/[\d.]+/g).map(Number)
    let behind = element
    while (behind && (rgb(getComputedStyle(behind).backgroundColor)[3] ?? 1) === 0) behind = behind.parentElement
    const light = (colour) => {
      const [r, g, b] = rgb(colour).map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const [a, b] = [light(getComputedStyle(element).color), light(getComputedStyle(behind).backgroundColor)]
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
  })

const backgrounds = {}

/** What is seen now, in both themes: a picture, what axe finds, and whether words can be read, by a contrast of 4.5 or what stands beside them. */
async function see(name, ...words) {
  for (const colorScheme of ['dark', 'light']) {
    await stage.page.emulateMedia({ colorScheme })
    await stage.page.screenshot({ path: join(pictures, `${colorScheme}-${name}.png`), animations: 'disabled' })
    await sound(stage.page, `${name}, ${colorScheme}`)
    for (const one of words) {
      const [selector, least = 4.5] = [one].flat()
      const found = await contrast(selector)
      assert.ok(found >= least, `${selector} has a contrast of ${found.toFixed(2)}, ${colorScheme}`)
    }
    backgrounds[colorScheme] ??= await stage.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const papers = await stage.page.evaluate(() => [...document.querySelectorAll('.page[data-page]')].map((one) => getComputedStyle(one).backgroundColor))
    assert.deepEqual(papers.filter((colour) => colour !== 'rgb(255, 255, 255)'), []) // paper is white in both themes
  }
}

async function look(name, ...words) {
  await stage.page.mouse.move(700, 450)
  await see(name, ...words)
}

const answer = (id) =>
  `**Revenue rose to 41.7 million** in 2024 [${id(REVENUE)}]. The harbour office employs 212 people [${id(STAFF)}].\n\n- Growth: $\\frac{41.7}{36.2} - 1 = 15.2\\,\\%$\n- \`code\` and a [link](https://example.org/)\n\n| Year | Million |\n|---|--:|\n| 2023 | 36.2 |\n| 2024 | 41.7 |\n\n\`\`\`go\nfunc main() { println("Harbour") }\n\`\`\`\n`

test('the start', async () => {
  const { page } = stage
  await page.getByRole('heading', { name: 'Ask your PDFs' }).waitFor()
  await look('start', ['.hello h1', 7], '.hello .lead')
})

test('the start without Ollama', async () => {
  const again = () => stage.page.evaluate(() => window.go.main.App.LookAgain())
  await stage.ollama.stop()
  await again()
  await stage.test('setup').waitFor()
  try {
    await look('setup')
  } finally {
    await stage.ollama.start()
    await again()
  }
  await stage.test('setup').waitFor({ state: 'detached' })
})

test('a failed document and its reason', async () => {
  const { page } = stage
  await stage.upload(stage.file('broken.pdf', Buffer.from('%PDF-1.4 and nothing more')), stage.file('Harbour report.pdf', harbour()), stage.file('Orchard.pdf', orchard()))
  await stage.state('Harbour report', 'ready')
  await stage.state('Orchard', 'ready')
  await stage.state('broken', 'failed')
  await stage.row('broken').getByRole('button', { name: 'Why' }).click()
  await page.locator('.reason').waitFor()
  await look('failed', '.reason')
})

test('a conversation with its source', async () => {
  const { page, ollama } = stage
  await stage.button('New conversation').first().click()
  ollama.say((id) => answer(id) + HOLD)
  await stage.ask('How did @"Harbour report" develop?')
  await stage.written('Harbour')
  await look('running')
  ollama.go()
  await stage.ended('answered')
  await page.locator('.katex').first().waitFor()
  await stage.test('citation-chip').first().hover()
  await stage.test('citation-card').waitFor()
  await see('card')
  await stage.test('citation-chip').first().click()
  await stage.test('page-mark').first().waitFor()
  await look('source', '.prose p', '.prose td', 'article h2', '.chip', '[data-testid=trace] button', '.name', '.side', '[data-testid=composer]')
})

test('what the model was given', async () => {
  await stage.button('What the model was given').last().click()
  const call = stage.turn().getByTestId('receipt-call').last()
  await call.getByRole('button').first().click()
  await stage.button('Show the exact text').click()
  await stage.test('receipt-text').waitFor()
  await call.scrollIntoViewIfNeeded()
  await look('receipt', '[data-testid=receipt] dt', '[data-testid=receipt] pre', '[data-testid=receipt] .tokens')
  await stage.button('What the model was given').last().click()
})

test('versions of a question, one that is edited, and an opened step', async () => {
  const { page, ollama } = stage
  ollama.say((id) => answer(id))
  await stage.turn().getByRole('button', { name: 'Again' }).click()
  await stage.test('versions').waitFor()
  await stage.ended('answered')
  await stage.turn().getByTestId('question').hover()
  await see('versions', '.versions .num')
  await stage.button('Edit').click()
  await look('editing')
  await page.keyboard.press('Escape')
  await stage.turn().getByTestId('trace').getByRole('button').first().click()
  await stage.test('step').last().getByRole('button').first().click()
  await stage.test('step-detail').getByText('What came out').waitFor()
  await look('step', '.detail dt', '.detail pre', '.line .time')
  await page.setViewportSize({ width: 420, height: 700 })
  await stage.test('library').waitFor({ state: 'detached' })
  await look('step-small')
  assert.equal(await page.locator('.scroll').evaluate((scroller) => scroller.scrollWidth <= scroller.clientWidth), true)
  await page.setViewportSize({ width: 1440, height: 900 })
  await stage.test('library').waitFor()
})

test('an answer that was checked, and a question to the person', async () => {
  const { page, ollama } = stage
  const choose = async (from, to) => {
    await page.getByRole('button', { name: `How thoroughly to work: ${from}` }).click()
    if (to === 'Checked') await look('workflows')
    await page.getByRole('menuitemradio', { name: new RegExp(`^${to}`) }).click()
  }
  await stage.button('New conversation').first().click()
  await choose('Chat', 'Checked')
  await page.getByRole('button', { name: /^For this question/ }).click()
  await stage.test('wishes').getByLabel('Answer in').selectOption('English')
  await look('wishes')
  await page.keyboard.press('Escape')
  ollama.say((id) => answer(id))
  await stage.ask('What was the revenue in @Harbour?')
  await stage.ended('answered')
  await stage.test('checked').getByRole('button').click()
  await look('checked')
  await stage.ask('Which zebra painted the ceiling?')
  await stage.ended('needs_person')
  await look('card', '[data-testid=checked] dt', '.card .q', '.card .help')
  await page.setViewportSize({ width: 420, height: 700 })
  await stage.test('library').waitFor({ state: 'detached' })
  await look('card-small')
  assert.equal(await page.locator('.scroll').evaluate((scroller) => scroller.scrollWidth <= scroller.clientWidth), true)
  await page.setViewportSize({ width: 1440, height: 900 })
  await stage.test('library').waitFor()
  await choose('Checked', 'Research')
  await stage.button('New conversation').first().click()
  await stage.ask('How is the harbour doing?')
  await stage.ended('needs_person')
  await stage.test('card').getByRole('button', { name: 'Go on to the plan' }).click()
  await stage.test('card').locator('li input').first().waitFor()
  await look('plan')
  ollama.say('The revenue rose [1].\n\n## Staff\n\nThere are 212 people [2].')
  await stage.test('card').getByRole('button', { name: 'Approve' }).click()
  await stage.ended('answered')
  await stage.turn().getByTestId('research').getByRole('button').first().click()
  await look('research')
  await choose('Research', 'Analyst')
  const offeredAs = (body, figure) => body.messages.at(-1).content.match(new RegExp(`(F\\d+): "[^"]*${figure}`))?.[1] ?? 'F0'
  ollama.forms = {
    metrics: (body) => ({
      measures: [], companies: [], periods: [],
      metrics: [['41.7', '2024'], ['36.2', '2024'], ['212', '']].map(([figure, period], i) => ({ id: `m${i + 1}`, label: i < 2 ? 'Revenue' : 'Staff', company: i === 1 ? 'Before' : '', period, from: offeredAs(body, figure), column: '' })),
      calculations: [{ id: 'c1', label: 'Revenue a head', operation: 'ratio', operands: ['m1', 'm3'] }],
      charts: [{ kind: 'bar', of: ['m1', 'm2'] }], primary: 'm1', finding: 'Revenue was {{m1}}.',
    }),
    ...ollama.forms,
  }
  await stage.button('New conversation').first().click()
  ollama.say('Revenue was {{m1}}.')
  await stage.ask('What was the revenue in @Harbour?')
  await stage.ended('answered')
  await stage.turn().getByTestId('comparison').getByRole('button').first().click()
  await look('figures')
  await choose('Analyst', 'Chat')
})

test('passages without a model, and a run that failed', async () => {
  const { ollama } = stage
  await stage.button('New conversation').first().click()
  ollama.say({ text: 'It broke', cut: true })
  await stage.ask('What about @Orchard?')
  await stage.ended('failed')
  await look('broken-off')
  await ollama.stop()
  await stage.ask('How many apple trees are in @Orchard?')
  await stage.ended('answered')
  await stage.turn().getByTestId('banner').waitFor()
  try {
    await look('passages')
  } finally {
    await ollama.start()
  }
})

test('sentences that a small model has chosen, and the memory of its context', async () => {
  const { ollama, page } = stage
  const { models } = ollama
  ollama.models = [TINY, EMBED]
  await page.evaluate(() => window.go.main.App.LookAgain())
  try {
    await stage.settings('Models')
    await page.getByText(/^It holds .* until then/).scrollIntoViewIfNeeded()
    await look('memory-of-context')
    await page.keyboard.press('Escape')
    await stage.button('New conversation').first().click()
    await stage.ask('How many apple trees are in @Orchard?')
    await stage.ended('answered')
    assert.match(await stage.turn().getByTestId('banner').innerText(), /word for word.*is small, so it chose/s)
    await look('chosen')
  } finally {
    ollama.models = models
    await page.evaluate(() => window.go.main.App.LookAgain())
  }
})

test("a document's details, and what is remembered", async () => {
  const { page } = stage
  const details = stage.test('details')
  await stage.choose(stage.row('Harbour report'), 'Details…')
  await details.getByLabel('Company').fill('Port of Delft')
  await details.getByLabel('Another name').fill('The report that the harbour company published in spring, together with its tables')
  await details.getByRole('button', { name: 'Add', exact: true }).click()
  await details.getByLabel('Year').fill('12')
  await details.getByRole('button', { name: 'Save' }).click()
  await details.getByText('12 is no year').waitFor()
  await look('details', '[data-testid=details] .edited', '[data-testid=details] .state .muted', '[data-testid=details] li .kind', '[data-testid=details] dt', '[data-testid=details] .problem')
  await page.keyboard.press('Escape')
  await stage.settings('Privacy')
  await stage.test('settings').getByRole('button', { name: 'See what it remembers…' }).click()
  const remembered = stage.test('remembered')
  await remembered.first().waitFor()
  await look('memory')
  await remembered.first().getByRole('button', { name: /^Forget:/ }).click()
  await stage.test('memory').getByRole('button', { name: 'Forget all…' }).waitFor()
  await look('memory-forget', '[data-testid=memory] .about', '[data-testid=memory] .confirm', '[data-testid=memory] .danger')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 420, height: 700 })
  await stage.test('library').waitFor({ state: 'detached' })
  await stage.button('Show library').click()
  await stage.choose(stage.row('Harbour report'), 'Details…')
  await details.getByLabel('Company').fill('Port of Delft')
  await look('details-small')
  assert.equal(await details.evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth), true)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
  await stage.test('library').waitFor()
})

test('how a document was read, and an answer that leans on a doubtful page', async () => {
  const { page, ollama } = stage
  const report = stage.test('reading-report')
  await stage.add('Lease', lease())
  ollama.models = [VISION, ...ollama.models] // the smallest, so that another one answers
  await page.evaluate(() => window.go.main.App.LookAgain())
  await stage.row('Lease').getByText('pages to check').waitFor()
  await stage.choose(stage.row('Lease'), 'How it was read…')
  await report.getByText('confirmed by a second reader').waitFor()
  await look('reading-report')
  await report.getByRole('button', { name: /^p\. 2/ }).click()
  await stage.test('page-verdict').getByText('Could not be read').waitFor()
  await stage.test('page-canvas').waitFor()
  await look('page-unread')
  await stage.button('New conversation').first().click()
  ollama.say((id) => `The rent is 900 euros [${id(RENT)}]. The notice period is three months [${id(NOTICE)}].`)
  await stage.ask('What does @Lease say of rent and notice?')
  await stage.ended('answered')
  await stage.turn().getByTestId('doubts').waitFor()
  await stage.test('citation-chip').first().hover()
  await stage.test('citation-card').waitFor()
  await see('card-doubtful')
  await stage.test('citation-chip').first().click()
  await stage.test('page-verdict').getByText('Doubtful').waitFor()
  await stage.test('page-mark').first().waitFor()
  await look('page-doubtful', '.chip.doubtful', '[data-testid=doubts]', '[data-testid=page-verdict]', '[data-testid=document-row] .side.warn')
  await stage.button('Next citation').click()
  await stage.test('page-verdict').getByText('Confirmed by two readers').waitFor()
  await look('page-confirmed')
  await page.setViewportSize({ width: 420, height: 700 })
  await stage.test('library').waitFor({ state: 'detached' })
  await stage.button('Close source').click()
  await stage.button('Show library').click()
  await stage.choose(stage.row('Lease'), 'How it was read…')
  await report.getByText('confirmed by a second reader').waitFor()
  await look('reading-report-small')
  assert.equal(await stage.test('details').evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth), true)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
  await stage.test('library').waitFor()
  await stage.settings('General')
  await stage.test('settings').getByLabel('Scans are read by').selectOption(VISION)
  await look('settings-scans')
  await page.keyboard.press('Escape')
})

test('the contents of a document', async () => {
  await stage.add('Handbook', handbook())
  await stage.choose(stage.row('Handbook'), 'Open')
  await stage.test('page-canvas').waitFor()
  await stage.button('Next page').click()
  await stage.button('Contents').click()
  await stage.test('contents').waitFor()
  await look('contents', '[data-testid=contents] .title', '[data-testid=contents] .num', '[data-testid=contents] [aria-disabled=true] .title')
  await stage.page.keyboard.press('Escape')
  await stage.button('Close source').click()
})

test('the tables of a document', async () => {
  const { page } = stage
  const rows = stage.test('tables')
  const at = (text) => page.evaluate((wanted) => {
    const { left, top, width, height } = [...document.querySelectorAll('[data-current] .textLayer span')].find((one) => one.textContent.trim() === wanted).getBoundingClientRect()
    return [left + width / 2, top + height / 2]
  }, text)
  const press = async (text) => { await stage.test('page-canvas').waitFor(); await page.mouse.click(...(await at(text))) }
  const drawn = () => page.waitForFunction(() => { // it is drawn anew when the window rests
    const [sheet, view] = [document.querySelector('[data-testid=page-canvas]'), document.querySelector('aside [role=region]')]
    return sheet && Math.abs(sheet.getBoundingClientRect().width + 32 - view.clientWidth) < 4
  })
  await stage.add('Accounts', accounts())
  await stage.choose(stage.row('Accounts'), 'Tables…')
  await rows.getByText('2 tables').waitFor()
  await look('tables')
  await rows.getByRole('button', { name: /^p\. 2/ }).click()
  await stage.test('table-chosen').waitFor()
  await stage.test('page-canvas').waitFor()
  await page.mouse.move(...(await at('(1,577)')))
  await stage.test('table-card').waitFor()
  await see('table-hover', '[data-testid=table-card]', '.quiet.tables')
  await press('(1,577)')
  await page.getByRole('menuitem', { name: 'Open as sheet' }).waitFor()
  await look('table-menu')
  await page.getByRole('menuitem', { name: 'Open as sheet' }).click()
  await stage.test('sheet').getByRole('gridcell', { name: '262' }).first().click()
  await drawn()
  await look('sheet', '[data-testid=sheet] .about', '[data-testid=sheet] thead th', '[data-testid=sheet] .on', '[data-testid=sheet] .page td')
  await page.setViewportSize({ width: 1100, height: 700 })
  await drawn()
  await look('sheet-narrow')
  await page.setViewportSize({ width: 420, height: 700 })
  await stage.test('library').waitFor({ state: 'detached' })
  await drawn()
  await look('sheet-small')
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
  await stage.button('Close sheet').click()
  await page.setViewportSize({ width: 1440, height: 900 })
  await stage.test('library').waitFor()
  await stage.button('Close source').click()
})

test("what is proved and what isn't", async () => {
  const { page } = stage
  await stage.button('New conversation').first().click()
  stage.ollama.say((id) => {
    const table = id('Purchases of cranes')
    return `Purchases of cranes were $1,577 million in 2024 [${table}]. Net income was $4,858 million in 2024 [${table}]. Depreciation was $1,848 million in 2024, mostly for ferries and their engines [${table}]. Tariffs went up because storms had damaged quays, piers and breakwaters [${table}]. The harbour is haunted by sailors [97].`
  })
  await stage.ask('@Accounts What was paid for cranes?')
  await stage.ended('answered')
  const proof = stage.turn().getByTestId('proof')
  await proof.waitFor()
  await look('proof')
  await stage.turn().locator('.figure-flag').first().click()
  await stage.test('figure-card').waitFor()
  await look('figure-card')
  await page.keyboard.press('Escape')
  await proof.getByRole('button').first().click()
  await proof.scrollIntoViewIfNeeded()
  await look('proof-open', '[data-testid=proof] b', '[data-testid=proof] .why', '.chip[data-proof]')
  await stage.test('open-check').click()
  await stage.test('check-text').fill('Purchases of cranes were $1,577 million in 2024. Net income was $4,858 million in 2024. The harbour company owns ships of three kinds. The fleet grew from 12 ships to 9 ships. Whales sing in the deep ocean.')
  await stage.test('check').getByRole('button', { name: 'Check', exact: true }).click()
  await stage.test('check-summary').waitFor()
  await look('check')
  await stage.test('check').getByRole('button', { name: 'Close' }).click()
})

test('the line of a proof, green, amber and red, a figure put right, and an answer without documents', async () => {
  const { page, ollama } = stage
  const proof = () => stage.turn().getByTestId('proof')
  const answered = async (name, question, says, open, ...words) => {
    await stage.button('New conversation').first().click()
    ollama.say(says)
    await stage.ask(question)
    await stage.ended('answered')
    await (open ? proof() : stage.turn()).waitFor()
    await look(name, ...words)
    if (!open) return
    await proof().getByRole('button').first().click()
    await look(`${name}-open`)
  }
  const small = async (name) => {
    await page.setViewportSize({ width: 420, height: 700 })
    await stage.test('library').waitFor({ state: 'detached' })
    await look(name)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, name)
    await page.setViewportSize({ width: 1440, height: 900 })
    await stage.test('library').waitFor()
  }
  await answered('proof-green', '@Accounts What was paid for cranes?', (id) => `Purchases of cranes were $1,577 million in 2024 [${id('Purchases of cranes')}]. Depreciation was $1,488 million in 2024 [${id('Depreciation')}].`, true)
  assert.equal(await proof().getAttribute('data-tone'), 'ok')
  await answered('proof-amber', '@Accounts What was paid for cranes?', (id) => `Depreciation was $1,488 million in 2024 [${id('Depreciation')}]. Purchases of cranes were $1,757 million in 2024 [${id('Purchases of cranes')}]. Analysts had expected less.`, true)
  assert.equal(await proof().getAttribute('data-tone'), 'warn')
  await proof().getByRole('button', { name: 'Put 1,577' }).click()
  await proof().getByTestId('mended').waitFor()
  await look('proof-mended', '[data-testid=mended]')
  await small('proof-mended-small')
  await answered('proof-table', '@Accounts What was paid, as a table?', (id) => `What was paid, in millions [${id('Purchases of cranes')}]:\n\n| Item | 2024 | 2023 | Change |\n|---|---|---|---|\n| Purchases of cranes | 1,577 | 1,373 | 204 |\n| Depreciation | 1,848 | 1,544 | – |\n`, true)
  await answered('proof-red', '@Accounts What came of it?', (id) => `Depreciation was $1,488 million in 2024 [${id('Depreciation')}]. Purchases of cranes were €1,577 million in 2024 [${id('Purchases of cranes')}]. Net income was $5,349 million in 2024 [${id('Net income')}]. Analysts had expected less.`, true)
  assert.equal(await proof().getAttribute('data-tone'), 'bad')
  await small('proof-red-small')
  const mode = async (from, to) => {
    await stage.button(`How to answer: ${from}`).click()
    await page.getByRole('menuitemradio', { name: to }).click()
  }
  await stage.button('New conversation').first().click()
  await mode('Auto', 'Chat')
  await answered('unproved', 'What is free cash flow?', 'Free cash flow is the cash that a company’s operations bring in, less what it spends on property, plant and equipment.', false, '[data-testid=unproved]')
  await stage.turn().getByRole('button', { name: 'Ask the documents' }).waitFor()
  await small('unproved-small')
  await mode('Chat', 'Auto')
})

test('a search server, and a report that asks it', async () => {
  const { page, ollama } = stage
  const server = stage.test('search-server')
  const switched = async () => {
    await stage.settings('Privacy')
    await server.getByRole('switch').click()
  }
  await switched()
  await server.getByRole('radio', { name: 'A program on this computer' }).check()
  await server.getByRole('button', { name: 'Try it' }).click()
  await server.getByText("name the search server's program or its address").waitFor()
  await server.getByRole('button', { name: 'Try it' }).scrollIntoViewIfNeeded()
  await look('search-program')
  await server.getByRole('radio', { name: 'An address' }).check()
  await server.getByLabel('Address', { exact: true }).fill(searches.address)
  await server.getByText('Tool names').click()
  await server.getByRole('button', { name: 'Try it' }).click()
  await server.getByText('answers, and has').waitFor()
  await server.getByRole('button', { name: 'Try it' }).scrollIntoViewIfNeeded()
  await look('search-address')
  await stage.shutSettings()
  await stage.test('library').getByText(`Reports may ask ${searches.host}`).waitFor()
  await stage.button('New conversation').first().click()
  await look('start-online')
  await page.getByRole('button', { name: 'How thoroughly to work: Chat' }).click()
  await page.getByRole('menuitemradio', { name: /^Report/ }).click()
  await searches.hold()
  ollama.say('Revenue rose to 41.7 million in 2024 [S1].')
  await stage.ask('How did the revenue of the harbour develop?')
  await stage.test('leaving').waitFor()
  await look('leaving')
  await searches.go()
  await stage.ended('answered')
  await stage.turn().getByTestId('trace').getByRole('button').first().click()
  await stage.turn().getByTestId('report').getByRole('button', { name: /^Verification/ }).click()
  await look('report-online', 'li p.leaves', '[data-testid=trace] .leaves', '[data-testid=library] .out', '.report small')
  await page.setViewportSize({ width: 420, height: 700 })
  await stage.test('library').waitFor({ state: 'detached' })
  await look('report-online-small')
  assert.equal(await page.locator('.scroll').evaluate((scroller) => scroller.scrollWidth <= scroller.clientWidth), true)
  await switched()
  await stage.shutSettings()
  await page.setViewportSize({ width: 1440, height: 900 })
  await stage.test('library').getByText('Nothing leaves this computer').waitFor()
  await page.getByRole('button', { name: 'How thoroughly to work: Report' }).click()
  await page.getByRole('menuitemradio', { name: /^Chat/ }).click()
})

test('settings, keys and a small window', async () => {
  const { page } = stage
  await stage.settings('Answers')
  await page.getByRole('group', { name: 'Document chat' }).getByLabel('Temperature', { exact: true }).waitFor()
  await look('settings')
  await page.getByRole('group', { name: 'Document chat' }).getByLabel('Temperature', { exact: true }).fill('0.7')
  await page.getByRole('group', { name: 'Deep research' }).getByLabel('Depth of references').scrollIntoViewIfNeeded()
  await look('settings-numbers')
  await page.keyboard.press('Escape')
  await page.locator('main').focus()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await look('keys')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 720, height: 480 })
  await stage.test('library').waitFor({ state: 'detached' })
  await look('small')
  await stage.button('Show library').click()
  await stage.test('library').waitFor()
  await page.mouse.click(600, 200)
  await stage.test('library').waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
  await page.setViewportSize({ width: 1440, height: 900 })
  await stage.test('library').waitFor()
})

test('the themes differ', () => {
  assert.notEqual(backgrounds.light, backgrounds.dark)
})
