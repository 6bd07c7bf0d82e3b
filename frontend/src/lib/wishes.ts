// What a person wants otherwise for single questions.
import { byName } from './order'
import type { Advanced, Document, Wishes, Workflow } from './types'

/** As a model is told them, each in its own words. */
export const ANSWER_LANGUAGES = ['English', 'Deutsch', '日本語', 'Español', 'Français', 'Italiano', '中文']

/** A number of a workflow with its name in that workflow alone. */
export type Once = Advanced & { name: string }

export function once(workflow: Workflow, advanced: Advanced[]): Once[] {
  const of = `${workflow}.`
  return advanced.filter(({ key, once }) => once && key.startsWith(of)).map((field) => ({ ...field, name: field.key.slice(of.length) }))
}

const slash = (path: string) => Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'))

/** The folders that documents were added from, each with how many lie in it and below. */
export function folders(documents: Document[]): { path: string; documents: number }[] {
  const of = (path: string) => path.slice(0, Math.max(0, slash(path)))
  const all = [...new Set(documents.map(({ path }) => of(path)))].filter(Boolean).sort(byName())
  const below = (path: string) => documents.filter((one) => of(one.path) === path || /^[/\\]/.test(of(one.path).slice(path.length)) && one.path.startsWith(path)).length
  return all.map((path) => ({ path, documents: below(path) }))
}

/** Wishes in a few words each. */
export function said(workflow: Workflow, { language, folder, numbers }: Wishes, advanced: Advanced[]): string[] {
  const known = once(workflow, advanced)
  return [
    ...(language ? [language] : []),
    ...(folder ? [folder.slice(slash(folder) + 1) || folder] : []),
    ...numbers.map(({ name, value }) => {
      const field = known.find((one) => one.name === name)
      return `${field?.title ?? name}: ${field?.options[value] ?? value}`
    }),
  ]
}
