// The language of the window is another at once.
import { test } from 'node:test'
import { Stage } from './stage.mjs'

test('another language is spoken at once, by the program too, and settings are found by its words', async () => {
  const stage = await Stage.set()
  const settings = stage.test('settings')
  await stage.settings('Look')
  await settings.getByText('Deutsch', { exact: true }).click()
  await settings.getByRole('heading', { name: 'Einstellungen' }).waitFor()
  await settings.getByRole('tab', { name: 'Antworten' }).click()
  await settings.getByRole('group', { name: 'Dokumentenchat' }).getByLabel('Behaltene Textstellen', { exact: true }).waitFor()
  for (const [words, found] of [['dunkel', 'Farben'], ['entladen', 'Modell geladen halten'], ['textstellen', 'Behaltene Textstellen']]) {
    await settings.getByRole('searchbox').fill(words)
    await settings.getByText(found, { exact: true }).waitFor()
  }
  await stage.page.keyboard.press('Escape')
  await stage.page.keyboard.press('Escape')
  await stage.page.getByRole('button', { name: 'Wie gründlich: Chat' }).waitFor()
  await stage.restart()
  await stage.page.getByText('PDFs befragen').waitFor()
  await stage.close()
})
