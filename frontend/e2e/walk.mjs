// A walk through all screens in one language: what looks at them, the contact sheet and the story of languages, is called at
// each. Nothing here is found by English words: what has no test id is called by its message in the language.
import { readFileSync } from 'node:fs'
import { EMBED, HOLD } from './ollama.mjs'
import { accounts, harbour, lease, NOTICE, orchard, RENT, REVENUE, STAFF } from './samples.mjs'

export const LANGUAGES = { en: 'en-GB', de: 'de-DE', ja: 'ja-JP' }

/** What is asked, in the language: answers are in that of their question. */
const QUESTIONS = {
  en: { revenue: 'How did revenue develop in @"Harbour report"?', lease: 'What does @Lease say of rent and notice?', paid: '@Accounts What was paid for cranes?', zebra: 'Which zebra painted the ceiling?', how: 'How is the harbour doing?', chosen: 'What was the revenue in @"Harbour report"?', plain: 'What is free cash flow?' },
  de: { revenue: 'Wie hat sich der Umsatz in @"Harbour report" entwickelt?', lease: 'Was sagt @Lease über Miete und Kündigung?', paid: '@Accounts Was wurde für Kräne gezahlt?', zebra: 'Welches Zebra hat die Decke gestrichen?', how: 'Wie geht es dem Hafen?', chosen: 'Wie hoch war der Umsatz in @"Harbour report"?', plain: 'Was ist der freie Cashflow?' },
  ja: { revenue: '@"Harbour report" の売上高はどう変わりましたか。', lease: '@Lease には家賃と解約について何と書いてありますか。', paid: '@Accounts クレーンにいくら支払われましたか。', zebra: '天井を塗ったのはどのシマウマですか。', how: '港の状況はどうですか。', chosen: '@"Harbour report" の売上高はいくらでしたか。', plain: 'フリーキャッシュフローとは何ですか。' },
}

/** What a scripted model says, in the language. */
const SAYS = {
  en: {
    revenue: (id) => `**Revenue rose to 41.7 million** in 2024, after 36.2 million in 2023 [${id(REVENUE)}]. The harbour office employs 212 people in three towns [${id(STAFF)}].\n\n- Growth: $\\frac{41.7}{36.2} - 1 = 15.2\\,\\%$\n\n| Year | Million |\n|---|--:|\n| 2023 | 36.2 |\n| 2024 | 41.7 |\n`,
    chosen: (id) => `Revenue rose to 41.7 million in 2024 [${id(REVENUE)}].`,
    lease: (id) => `The rent is 900 euros [${id(RENT)}]. The notice period is three months [${id(NOTICE)}].`,
    plain: 'Free cash flow is the cash that operations bring in, less what is spent on plant and equipment.',
  },
  de: {
    revenue: (id) => `**Der Umsatz stieg auf 41,7 Millionen** im Jahr 2024, nach 36,2 Millionen im Jahr 2023 [${id(REVENUE)}]. Im Hafenamt arbeiten 212 Menschen in drei Orten [${id(STAFF)}].\n\n- Wachstum: $\\frac{41{,}7}{36{,}2} - 1 = 15{,}2\\,\\%$\n\n| Jahr | Millionen |\n|---|--:|\n| 2023 | 36,2 |\n| 2024 | 41,7 |\n`,
    chosen: (id) => `Der Umsatz stieg 2024 auf 41,7 Millionen [${id(REVENUE)}].`,
    lease: (id) => `Die Miete beträgt 900 Euro [${id(RENT)}]. Die Kündigungsfrist beträgt drei Monate [${id(NOTICE)}].`,
    plain: 'Der freie Cashflow ist das Geld, das der Betrieb einbringt, ohne das, was für Anlagen ausgegeben wird.',
  },
  ja: {
    revenue: (id) => `2024年の売上高は**4,170万に増えました**。前年は3,620万でした [${id(REVENUE)}]。港湾事務所では3つの町で212人が働いています [${id(STAFF)}]。\n\n- 成長率: $\\frac{41.7}{36.2} - 1 = 15.2\\,\\%$\n\n| 年 | 百万 |\n|---|--:|\n| 2023 | 36.2 |\n| 2024 | 41.7 |\n`,
    chosen: (id) => `2024年の売上高は4,170万に増えました [${id(REVENUE)}]。`,
    lease: (id) => `家賃は900ユーロです [${id(RENT)}]。解約の予告期間は3か月です [${id(NOTICE)}]。`,
    plain: 'フリーキャッシュフローとは、事業で得た現金から設備への支出を引いたものです。',
  },
}

/** A message as the page says it. */
function teller(language) {
  const all = JSON.parse(readFileSync(new URL(`../src/messages/${language}.json`, import.meta.url), 'utf8'))
  return (key, args = {}) => {
    if (!(key in all)) throw new Error(`no message ${key}`)
    return (all[key].other ?? all[key]).replace(/\{(\w+)\}/g, (name, one) => args[one] ?? name)
  }
}

/** A message with names in it, as a pattern. */
const pattern = (text) => new RegExp(`^${text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}`)

/** `at` is called on each screen with its name. The stage is one without Ollama, in the language. */
export async function walk(stage, language, at) {
  const { page, ollama } = stage
  const say = teller(language)
  const asks = QUESTIONS[language]
  const says = SAYS[language]
  const button = (key, args, within = page) => within.getByRole('button', { name: say(key, args), exact: true })
  const like = (key, within = page, role = 'button') => within.getByRole(role, { name: pattern(say(key)) })
  const again = () => page.evaluate(() => window.go.main.App.LookAgain())
  const fresh = async () => { await page.keyboard.press('Control+n') }
  const work = async (at) => { // by its place in the menu: chat, checked, analyst, research, report
    await like('composer.workflow').click()
    await page.getByRole('menuitemradio').nth(at).click()
  }
  const answered = async (question, ...replies) => {
    ollama.say(...replies)
    await stage.ask(question)
    await stage.ended('answered')
  }
  const entry = async (row, key) => {
    await row.hover()
    await like('library.more', row).click()
    await page.getByRole('menuitem', { name: pattern(say(key)) }).click()
  }
  const size = async (width, height) => {
    await page.setViewportSize({ width, height })
    await page.waitForTimeout(700) // panes find their places, and pages are drawn anew
  }
  const escape = () => page.keyboard.press('Escape')
  const see = async (name) => {
    await page.mouse.move(700, 895) // over nothing
    await at(name)
  }

  // The first start.
  await stage.test('setup').waitFor()
  await see('start-alone')
  ollama.models = []
  await ollama.start()
  await again()
  await stage.test('setup').locator('li').nth(1).getByRole('button').waitFor()
  await see('start-models')
  ollama.pull = async (_model, tell, gone) => {
    for (let come = 900; !gone(); come += 30) {
      tell(come * 1e6, 5.2e9)
      await new Promise((done) => setTimeout(done, 200))
    }
  }
  await stage.test('setup').locator('li').nth(1).getByRole('button').click()
  await stage.test('setup').locator('progress').waitFor()
  await page.waitForTimeout(1500) // its speed is known
  await see('start-pulling')
  await button('common.cancel', {}, stage.test('setup')).click()
  await stage.test('setup').locator('progress').waitFor({ state: 'detached' })
  ollama.models = ['scripted:latest', EMBED]
  await again()
  await stage.test('setup').waitFor({ state: 'detached' })
  await see('start')
  await button('start.sample').click()
  await stage.test('sample-questions').waitFor()
  await see('start-sample')

  // A figure, read without a model.
  await entry(stage.test('document-row').first(), 'common.remove')
  await button('common.dismiss', {}, stage.test('toast').last()).click()
  await stage.add('Accounts', accounts())
  await ollama.stop()
  await again()
  await stage.ask('How much was spent on purchases of cranes in 2024?')
  await stage.ended('answered')
  await stage.turn().getByTestId('figure-answer').waitFor()
  await see('figure')
  await ollama.start()
  await again()

  // The library, with files that are well, to be checked and no PDF.
  await stage.upload(stage.file('broken.pdf', Buffer.from('%PDF-1.4 and nothing more')), stage.file('Harbour report.pdf', harbour()), stage.file('Orchard.pdf', orchard()), stage.file('Lease.pdf', lease()))
  for (const name of ['Harbour report', 'Orchard', 'Lease']) await stage.state(name, 'ready')
  await stage.state('broken', 'failed')
  await button('document.why', {}, stage.row('broken')).click()
  await page.locator('.reason').waitFor()
  await see('library')
  await button('document.why', {}, stage.row('broken')).click()
  await entry(stage.row('Harbour report'), 'document.details')
  await stage.test('details').locator('input').first().waitFor()
  await see('details')
  await escape()
  await entry(stage.row('Lease'), 'document.how-read')
  await stage.test('reading-report').locator('li').first().waitFor()
  await page.waitForTimeout(800) // the second reader
  await see('reading-report')
  await escape()
  await entry(stage.row('Accounts'), 'document.tables')
  await stage.test('tables').locator('li').first().waitFor()
  await see('tables')
  await stage.test('tables').locator('li button').first().click()
  await stage.test('table-chosen').waitFor()
  await see('reader')
  await button('reader.close').click()

  // An answer and its source.
  await fresh()
  ollama.say((id) => says.revenue(id) + HOLD)
  await stage.ask(asks.revenue)
  await stage.written('212')
  await see('answer-running')
  ollama.go()
  await stage.ended('answered')
  await stage.test('citation-chip').first().focus()
  await stage.test('citation-card').waitFor()
  await see('citation-card')
  await stage.test('citation-chip').first().click()
  await stage.test('page-mark').first().waitFor()
  await see('answer')
  await stage.turn().getByTestId('trace').getByRole('button').first().click()
  await stage.test('step').last().getByRole('button').first().click()
  await stage.test('step-detail').waitFor()
  await see('trace')
  await stage.turn().getByTestId('trace').getByRole('button').first().click()
  await button('receipt.title', {}, stage.turn()).click()
  await stage.turn().getByTestId('receipt-call').last().getByRole('button').first().click()
  await see('receipt')
  await button('receipt.title', {}, stage.turn()).click()
  for (const [name, width, height] of [['answer-1100', 1100, 800], ['narrow', 720, 900], ['small', 420, 800]]) {
    await size(width, height)
    await see(name)
  }
  await button('reader.close').click()
  await see('small-answer')
  await size(1440, 900)

  // What is proved, and what isn't.
  await fresh()
  await answered(asks.paid, (id) => `Purchases of cranes were $1,577 million in 2024 [${id('Purchases of cranes')}]. Depreciation was $1,848 million in 2024 [${id('Depreciation')}]. Tariffs went up because storms had damaged quays and piers [${id('Depreciation')}]. The harbour is haunted by sailors.`)
  await stage.turn().getByTestId('proof').getByRole('button').first().click()
  await see('proof')
  await fresh()
  await answered(asks.lease, says.lease)
  await see('doubts')
  await fresh()
  await like('mode.label').click()
  await see('modes')
  await page.getByRole('menuitemradio').nth(2).click()
  await answered(asks.plain, says.plain)
  await see('unproved')
  await like('mode.label').click()
  await page.getByRole('menuitemradio').nth(0).click()
  // The other ways to work.
  await fresh()
  await like('composer.workflow').click()
  await see('workflows')
  await escape()
  await work(1)
  await answered(asks.chosen, says.chosen)
  await stage.test('checked').getByRole('button').first().click()
  await see('checked')
  await stage.ask(asks.zebra)
  await stage.ended('needs_person')
  await see('card')
  await fresh()
  await work(3)
  await stage.ask(asks.how)
  await stage.ended('needs_person')
  await stage.test('card').locator('.options button').last().click()
  await stage.test('card').locator('li input').first().waitFor()
  await see('plan')
  ollama.say(`${says.plain} [1]`)
  await like('card.approve', stage.test('card')).click()
  await stage.ended('answered')
  await stage.turn().getByTestId('research').getByRole('button').first().click()
  await see('research')
  await stage.test('run-panel').getByText(say('run.graph'), { exact: true }).click()
  await stage.test('run-graph').locator('[data-node]').first().waitFor()
  await see('graph')
  await fresh()
  await work(4)
  await answered(asks.revenue, 'Revenue rose to 41.7 million in 2024 [S1].')
  await stage.turn().getByTestId('report').getByRole('button', { name: pattern(say('report.verification')) }).click()
  await see('report')
  await fresh()
  await work(2)
  const offeredAs = (body, figure) => body.messages.at(-1).content.match(new RegExp(`(F\\d+): "[^"]*${figure}`))?.[1] ?? 'F0'
  ollama.forms = {
    metrics: (body) => ({
      measures: [], companies: [], periods: [],
      metrics: [['41.7', '2024'], ['36.2', '2023']].map(([figure, period], i) => ({ id: `m${i + 1}`, label: 'Revenue', company: '', period, from: offeredAs(body, figure), column: '' })),
      calculations: [{ id: 'c1', label: 'Growth', operation: 'growth', operands: ['m2', 'm1'] }], charts: [{ kind: 'bar', of: ['m2', 'm1'] }], primary: 'm1', finding: '{{m1}}',
    }),
    ...ollama.forms,
  }
  await answered(asks.revenue, '{{m1}} ({{c1}})')
  await see('comparison')
  await fresh()
  await work(0)

  // What lies over the rest.
  await page.keyboard.press('Control+k')
  await stage.test('palette').waitFor()
  await see('palette')
  await page.keyboard.type('Rev')
  await stage.test('palette-passages').waitFor()
  await see('palette-found')
  await escape()
  await page.keyboard.press('Control+Shift+f')
  await stage.test('search-field').fill('revenue')
  await page.keyboard.press('Enter')
  await stage.test('hit').first().waitFor()
  await see('search')
  await escape()
  await stage.test('open-check').click()
  await stage.test('check-text').fill('Purchases of cranes were $1,577 million in 2024. The fleet grew from 12 ships to 9 ships. Whales sing in the deep ocean.')
  await button('check.do', {}, stage.test('check')).click()
  await stage.test('check-summary').waitFor()
  await see('check')
  await escape()
  await stage.test('workspace').getByRole('button').click()
  await see('workspaces')
  await page.getByRole('menuitem', { name: pattern(say('workspace.new-menu')) }).click()
  await stage.test('workspace-dialog').waitFor()
  await see('workspace-new')
  await escape()
  await page.keyboard.press('Control+,')
  for (const [i, group] of ['general', 'models', 'answers', 'look', 'privacy', 'data'].entries()) {
    await stage.test('settings').getByRole('tab').nth(i).click()
    await stage.test(`settings-${group}`).locator('.field-row').first().waitFor()
    await see(`settings-${group}`)
    const fields = stage.test('settings').locator('.fields')
    if (await fields.evaluate((list) => list.scrollHeight > list.clientHeight + 40)) {
      await fields.evaluate((list) => list.scrollTo(0, list.scrollHeight))
      await see(`settings-${group}-end`)
    }
  }
  await size(420, 800)
  await see('settings-small')
  await size(1440, 900)
  await escape()
  await stage.test('settings').waitFor({ state: 'detached' })
  await page.locator('main').focus()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await see('keys')
  await escape()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
