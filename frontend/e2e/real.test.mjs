// One story against a real Ollama: LECTERN_OLLAMA is its program, LECTERN_OLLAMA_MODELS its folder of models.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort } from './lectern.mjs'
import { harbour } from './samples.mjs'
import { Stage, until } from './stage.mjs'

const program = process.env.LECTERN_OLLAMA
const models = process.env.LECTERN_OLLAMA_MODELS

test('a real Ollama embeds and answers', { skip: program ? false : 'LECTERN_OLLAMA is not set' }, async () => {
  const home = mkdtempSync(join(tmpdir(), 'lectern-ollama-'))
  const host = `127.0.0.1:${await freePort()}`
  const env = { PATH: process.env.PATH, HOME: home, OLLAMA_HOST: host, OLLAMA_MODELS: models || join(home, 'models') }
  const ollama = spawn(program, ['serve'], { env, stdio: 'ignore' })
  const ended = once(ollama, 'exit')
  try {
    await until('Ollama listens', () => fetch(`http://${host}/api/version`).then((answer) => answer.ok, () => false))
    const stage = await Stage.set({ ollama: host })
    try {
      assert.equal(await stage.test('setup').count(), 0)
      await stage.add('Harbour', harbour())
      await stage.row('Harbour').filter({ hasText: '2 p.' }).waitFor()
      await stage.ask('How did the revenue in @Harbour develop?')
      await until('the answer has begun', async () => (await stage.test('answer').count()) && (await stage.answer()).length > 0)
      await stage.turn().and(stage.page.locator('[data-status=answered]')).waitFor({ timeout: 60_000 })
      assert.match(await stage.turn().getByTestId('banner').innerText(), /word for word.*is small, so it chose/s)
      assert.ok((await stage.answer()).length > 10)
      await stage.turn().getByTestId('trace').getByRole('button').first().click()
      assert.match(await stage.turn().innerText(), /by words and meaning/)
      await stage.settings('Answers')
      await stage.test('settings').getByLabel('How it answers', { exact: true }).selectOption('writes')
      await stage.shutSettings()
      await stage.ask('How did the revenue in @Harbour develop?')
      await stage.turn().and(stage.page.locator('[data-status=answered]')).waitFor({ timeout: 60_000 })
      assert.equal(await stage.turn().getByTestId('banner').count(), 0, 'the model has written the answer')
    } finally {
      await stage.close()
    }
  } finally {
    ollama.kill('SIGTERM')
    await ended
    rmSync(home, { recursive: true, force: true })
  }
})
