// Many files at once: one strip tells how far they are, and holds them; a locked one asks for its password. All of it outlives
// the page and the program.
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { bothThemes } from './axe.mjs'
import { lines, pdf } from './pdf.mjs'
import { Stage, until } from './stage.mjs'

const PASSWORD = 'open-sesame-4711'
const book = (name) => pdf(Array.from({ length: 2500 }, (_, i) => lines(`# ${name}, part ${i}`, `This is what stands on page ${i} of ${name}.`)))

let stage, page
before(async () => {
  stage = await Stage.set({ ollama: false })
  page = stage.page
})
after(() => stage.close())

const strip = () => stage.test('adding')
const rows = (state) => page.locator(`[data-testid=document-row][data-state=${state}]`)

const look = (name) => bothThemes(page, name)

test('one strip tells how far all is, and holds it', async () => {
  await stage.upload(
    stage.file('Almanac.pdf', book('Almanac')), stage.file('Gazette.pdf', book('Gazette')), stage.file('letter.pdf', Buffer.from('Dear Sir or Madam')),
    stage.file('payslip.pdf', pdf([lines('The salary is 4,200 euros.')], { password: PASSWORD })),
    ...['Charter', 'Minutes', 'Treaty'].map((name) => stage.file(`${name}.pdf`, pdf([lines(`This is the ${name}.`)]))),
  )
  await strip().getByText(/^Adding \d of 7$/).waitFor()
  await strip().getByRole('button', { name: 'Pause' }).click()
  await strip().getByText(/^Paused at \d of 7$/).waitFor()
  await look('adding-paused')
})

test('one comes first, and another is left out', async () => {
  await stage.choose(stage.row('Treaty'), 'This one first')
  await stage.choose(stage.row('Minutes'), 'Cancel')
  await stage.row('Minutes').waitFor({ state: 'detached' })
  await strip().getByText(/^Paused at \d of 6$/).waitFor()
})

test('what waits is there again after the page was loaded anew, and after the program was', async () => {
  await page.reload()
  await strip().getByText(/^Paused at \d of 6$/).waitFor()
  await stage.restart()
  await strip().getByText(/^Paused at/).waitFor()
  assert.ok(await rows('queued').count() >= 3, 'they wait')
  await until('the next start knows of them', async () => (await stage.row('Treaty').getAttribute('data-state')) === 'queued')
  await strip().getByRole('button', { name: 'Resume' }).click()
  await stage.state('Treaty', 'ready')
  await stage.state('Charter', 'ready')
})

test('a locked file asks for its password, and says when it is wrong', async () => {
  await stage.state('payslip', 'locked')
  await stage.row('payslip').locator('.main').click()
  const field = page.getByLabel('Password of payslip')
  await until('the field has the focus', () => field.evaluate((it) => it === document.activeElement))
  await look('adding-locked')
  await page.keyboard.type('sesame')
  await page.keyboard.press('Enter')
  await strip().getByText('That isn’t its password.').waitFor()
  await until('the field has the focus again', () => field.evaluate((it) => it === document.activeElement))
  await look('adding-wrong')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await stage.state('payslip', 'ready')
  await stage.told(/documents? added\. .*1 document could not be added\./)
  await strip().waitFor({ state: 'detached' })
  assert.equal(await rows('failed').count(), 1)
})

test('its pages are read without it, and it is kept nowhere', async () => {
  await stage.row('payslip').locator('.main').click()
  await page.getByText('The salary is 4,200 euros.').first().waitFor({ state: 'attached' })
  const home = join(stage.lectern.dir, 'home')
  for (const name of readdirSync(home, { recursive: true, withFileTypes: true })) {
    if (name.isFile()) assert.ok(!readFileSync(join(name.parentPath, name.name)).includes(PASSWORD), `${name.name} has the password`)
  }
})

test('all the rest is cancelled at once', async () => {
  await stage.upload(stage.file('Secret.pdf', pdf([lines('One secret.')], { password: 'a' })), stage.file('Other secret.pdf', pdf([lines('Two secrets.')], { password: 'b' })))
  await strip().getByText('2 files need their passwords').waitFor()
  await strip().getByRole('button', { name: 'Cancel the rest' }).click()
  await look('adding-cancel')
  await strip().getByRole('group').getByRole('button', { name: 'Leave out' }).click()
  await strip().waitFor({ state: 'detached' })
  await until('no row is left of them', async () => (await rows('locked').count()) === 0)
})
