// Who is let in: the tab that was opened with the printed address, and no other server of the same machine.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { lines, pdf } from './pdf.mjs'
import { Stage, until } from './stage.mjs'

let stage, token, host
before(async () => {
  stage = await Stage.set()
  const address = new URL(stage.lectern.address)
  ;[token, host] = [address.searchParams.get('token'), address.host]
  await stage.add('Harbour', pdf([lines('The harbour is open.'), lines('It was built in 1902.')]))
})
after(() => stage.close())

const calling = { name: 'main.App.Documents', args: [] }
const call = (headers) => stage.context.request.post(`http://${host}/api/call`, { headers, data: calling })

/** A page in a context of its own, where things may go wrong that must not in a story. */
async function elsewhere(visits) {
  const context = await stage.browser.newContext()
  try {
    await visits(context)
  } finally {
    await context.close()
  }
}

test('the token stays in the tab: neither its address, its cookie nor its scripts show it', async () => {
  assert.equal(stage.page.url(), `http://${host}/`)
  const [cookie, ...others] = await stage.context.cookies()
  assert.deepEqual(others, [])
  assert.deepEqual([cookie.httpOnly, cookie.sameSite], [true, 'Strict'])
  assert.notEqual(cookie.value, token)
  assert.equal(await stage.page.evaluate(() => document.cookie), '')
  assert.equal(await stage.page.evaluate(() => Object.values(sessionStorage).join()), token)
})

test('the cookie alone opens nothing, and the token alone doesn’t, either', async () => {
  assert.equal((await call({})).status(), 401)
  assert.equal((await call({ 'X-Lectern-Token': token })).status(), 200)
  const alone = await fetch(`http://${host}/api/call`, { method: 'POST', headers: { 'X-Lectern-Token': token }, body: JSON.stringify(calling) })
  assert.equal(alone.status, 401)
})

test('another server of this machine gets the cookie, and nothing by it', async () => {
  let heard = ''
  const other = createServer((request, response) => {
    heard = request.headers.cookie ?? heard
    response.setHeader('Content-Type', 'text/html').end('<p>another server</p>')
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  await elsewhere(async (context) => {
    const page = await context.newPage()
    await page.goto(stage.lectern.address)
    await page.getByTestId('composer').waitFor()
    await page.goto(`http://127.0.0.1:${other.address().port}/`)
    assert.match(heard, /^lectern-\d+=/) // cookies ignore ports
    const came = await page.evaluate(async ([host, body]) => {
      const tries = [{ mode: 'cors' }, { mode: 'no-cors' }].map((how) => fetch(`http://${host}/api/call`, { method: 'POST', credentials: 'include', body, ...how }).then((reply) => reply.type, () => 'refused'))
      return Promise.all([...tries, fetch(`http://${host}/bridge.js`, { mode: 'no-cors', credentials: 'include' }).then((reply) => reply.type, () => 'refused')])
    }, [host, JSON.stringify({ name: 'main.App.RenameConversation', args: ['x', 'y'] })])
    assert.deepEqual(came, ['refused', 'refused', 'refused'])
    assert.equal(await page.evaluate(() => sessionStorage.length), 0)
    const stolen = await fetch(`http://${host}/api/call`, { method: 'POST', headers: { Cookie: heard }, body: JSON.stringify(calling) })
    assert.equal(stolen.status, 401)
  })
  other.close()
})

test('a tab without the token says what to do', async () => {
  await elsewhere(async (context) => {
    const page = await context.newPage()
    const asked = [] // by the second tab: the first may go on asking
    await page.goto(stage.lectern.address)
    await page.getByTestId('composer').waitFor()
    const second = await context.newPage() // with the cookie
    second.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await second.goto(`http://${host}/`)
    await second.getByRole('heading', { name: 'Open the address that Lectern printed' }).waitFor()
    assert.ok(asked.every((path) => !path.startsWith('/api/')), asked.join())
    await second.goto(`http://${host}/?token=${token.slice(1)}0`)
    await second.getByRole('heading', { name: 'Open the address that Lectern printed' }).waitFor()
    await second.goto(stage.lectern.address)
    await second.getByTestId('document-row').filter({ hasText: 'Harbour' }).waitFor()
  })
})

test('the same tab can be loaded again, and a link from elsewhere opens it', async () => {
  await stage.page.reload()
  await stage.state('Harbour', 'ready')
  assert.equal(stage.page.url(), `http://${host}/`)
  await elsewhere(async (context) => {
    const page = await context.newPage()
    await page.goto('data:text/html,<a>open</a>')
    await page.evaluate((to) => document.querySelector('a').setAttribute('href', to), stage.lectern.address)
    await page.getByText('open').click()
    await page.getByTestId('document-row').filter({ hasText: 'Harbour' }).waitFor()
    await page.reload()
    await page.getByTestId('document-row').filter({ hasText: 'Harbour' }).waitFor()
  })
})

test('a large document is read by ranges', async () => {
  const ranges = []
  const listen = async (response) => {
    if (new URL(response.url()).pathname.startsWith('/doc/')) ranges.push([response.status(), (await response.request().allHeaders()).range])
  }
  stage.page.on('response', listen)
  await stage.add('Long', pdf(Array.from({ length: 400 }, (_, i) => lines(`Page number ${i + 1}.`, ...Array.from({ length: 30 }, (_, j) => `Line ${j} of page ${i}, which goes on to fill it up.`)))))
  await stage.row('Long').getByRole('button').first().click()
  await stage.page.getByText('Page 1 of 400').waitFor()
  await stage.test('page-canvas').waitFor()
  await until('several ranges came', () => ranges.length > 1)
  stage.page.off('response', listen)
  assert.ok(ranges.every(([status, range]) => status === 206 && /^bytes=\d+-\d+$/.test(range)), JSON.stringify(ranges))
})

test('nothing is asked of the next start with the token of the last', async () => {
  const { page } = stage
  stage.leave()
  await stage.lectern.restart()
  await page.goto(`http://${new URL(stage.lectern.address).host}/`)
  await page.getByRole('heading', { name: 'Open the address that Lectern printed' }).waitFor()
  await stage.visit()
  await stage.state('Harbour', 'ready')
})
