// Documents under the folders that they stand in.
import { byName } from '../lib/order'
import type { Document } from '../lib/types'

export interface Folder {
  folder: string
  documents: Document[]
}

/** A line of the list: a folder's head, or a document. */
export type Line = Folder | Document

export const isFolder = (line: Line): line is Folder => 'documents' in line
export const lineId = (line: Line) => (isFolder(line) ? `folder ${line.folder}` : line.id)

/** The folders of documents, by name, each with its documents in the order in which they came. */
export function foldersOf(documents: Document[]): Folder[] {
  const all = new Map<string, Document[]>()
  for (const document of documents) {
    if (!document.folder) continue
    const among = all.get(document.folder)
    if (among) among.push(document)
    else all.set(document.folder, [document])
  }
  const compare = byName()
  return [...all].map(([folder, documents]) => ({ folder, documents })).sort((a, b) => compare(a.folder, b.folder))
}

/** The folders' heads, each with its documents below unless it is folded; then the documents that stand in none. */
export function linesOf(documents: Document[], folded: Set<string>): Line[] {
  const folders = foldersOf(documents)
  if (!folders.length) return documents
  return [
    ...folders.flatMap((one) => (folded.has(one.folder) ? [one] : [one, ...one.documents])),
    ...documents.filter(({ folder }) => !folder),
  ]
}

/** The documents of lines that are chosen. A head whose documents are seen counts where it is chosen alone: they are chosen themselves. */
export function documentsOf(lines: Line[], folded: Set<string>): Document[] {
  const among = lines.flatMap((line) => (!isFolder(line) ? [line] : lines.length === 1 || folded.has(line.folder) ? line.documents : []))
  return [...new Map(among.map((document) => [document.id, document])).values()]
}
