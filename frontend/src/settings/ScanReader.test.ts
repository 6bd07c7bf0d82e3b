import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, expect, it } from 'vitest'
import ScanReader from './ScanReader.svelte'
import { settings } from '../dev/samples'
import type { Model } from '../lib/types'

afterEach(cleanup)

const models: Model[] = [{ name: 'qwen2.5vl:7b', bytes: 6e9, chat: true, embed: false, vision: true, small: false, context: 0, perToken: 0 }]
const select = () => screen.getByLabelText<HTMLSelectElement>('Scans are read by')
const options = () => [...select().options].map(({ text }) => text)
const help = () => document.getElementById('scans-help')!.textContent

it('offers tesseract, models that read pictures, and nobody', async () => {
  render(ScanReader, { props: { settings, models, value: '' } })
  expect(options()).toEqual(['tesseract (eng, deu)', 'qwen2.5vl:7b', 'nobody'])
  expect(help()).toMatch(/^Another language, for instance fra: sudo apt install tesseract-ocr-fra/)
  await fireEvent.change(select(), { target: { value: 'qwen2.5vl:7b' } })
  expect(help()).toMatch(/^A model takes minutes/)
  await fireEvent.change(select(), { target: { value: 'nobody' } })
  expect(help()).toMatch(/^Pages without text stay unread/)
})

it('says what is not installed', () => {
  render(ScanReader, { props: { settings: { ...settings, tesseract: [], moreScans: 'Install it: brew install tesseract' }, models: [], value: 'gone:7b' } })
  expect(options()).toEqual(['tesseract (not installed)', 'gone:7b (not installed)', 'nobody'])
  expect(select().value).toBe('gone:7b')
})
