// The analyst: figures read at their place, calculations made by the program, charts whose bars open where their figures stand.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { lines, pdf } from './pdf.mjs'
import { Stage } from './stage.mjs'

const BEFORE = 'In 2023 the revenue of the harbour was 36.2 million euros.'
const AFTER = 'In 2024 the revenue of the harbour was 41.7 million euros.'

let stage
before(async () => {
  stage = await Stage.set()
  await stage.add('Harbour', pdf([lines('# Harbour report 2024', '', BEFORE, AFTER)]))
  await stage.page.getByRole('button', { name: /^How thoroughly to work/ }).click()
  await stage.page.getByRole('menuitemradio', { name: /^Analyst/ }).click()
})
after(() => stage.close())

/** The number under which a prompt offers a figure of a sentence. */
const offeredAs = (body, figure) => body.messages.at(-1).content.match(new RegExp(`(F\\d+): "[^"]*${figure.replace('.', '\\.')}`))?.[1] ?? 'F0'
const metric = (id, body, figure, period) => ({ id, label: 'Revenue', company: '', period, from: offeredAs(body, figure), column: '' })

test('figures come with their place, a growth that the program worked out, and a chart of them', async () => {
  stage.ollama.forms = {
    metrics: (body) => ({
      measures: [], companies: [], periods: [], metrics: [metric('m1', body, '36.2', '2023'), metric('m2', body, '41.7', '2024')],
      calculations: [{ id: 'c1', label: 'Growth of revenue', operation: 'growth', operands: ['m1', 'm2'] }],
      charts: [{ kind: 'bar', of: ['m1', 'm2'] }], primary: 'm2', finding: 'Revenue grew by {{c1}}.',
    }),
    ...stage.ollama.forms,
  }
  stage.ollama.say('Revenue grew by {{c1}} to {{m2}}.')
  await stage.ask('How did the revenue in @Harbour grow from 2023 to 2024?')
  await stage.ended('answered')
  const answer = await stage.answer()
  assert.match(answer, /15\.19/)
  assert.match(answer, /41\.7/)
  const table = stage.turn().getByTestId('comparison').getByRole('table').first()
  assert.match((await table.innerText()).replace(/\s+/g, ' '), /2023 2024 .*36\.2 41\.7/)
  await stage.turn().getByTestId('chart').getByRole('button', { name: /2024/ }).click()
  await stage.test('source-panel').waitFor()
  assert.equal(await table.getByRole('button', { name: /41\.7/ }).getAttribute('aria-pressed'), 'true')
})
