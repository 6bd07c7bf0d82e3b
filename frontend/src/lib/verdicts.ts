// How far the text of pages can be relied on, in words: never by a colour alone.
import { say } from './messages'
import type { ReadingReport, Citation, Verdict } from './types'

type Kind = Verdict['verdict']

/** The worst come first. */
const ORDER: Kind[] = ['unreadable', 'doubtful', 'picture', 'ocr', 'single', 'blank', 'confirmed']

export const LOOKS = { confirmed: 'fine', single: 'plain', ocr: 'plain', picture: 'amber', doubtful: 'amber', unreadable: 'bad', blank: 'plain' } as const satisfies Record<Kind, string>

/** The verdict in a few words. */
export function inShort({ verdict, reader }: Verdict): string {
  switch (verdict) {
    case 'confirmed': return say('verdict.confirmed')
    case 'single': return say('verdict.single')
    case 'ocr': return say('verdict.ocr', { reader })
    case 'doubtful': return say('verdict.doubtful')
    case 'unreadable': return say('verdict.unreadable')
    case 'picture': return say('verdict.picture')
    case 'blank': return say('verdict.blank')
  }
}

const inside = (why: string) => why.charAt(0).toLowerCase() + why.slice(1)

/** The verdict on the page that is shown; what speaks against its text is said with it, and what the page doesn't show. */
export function inWords(page: Verdict): string {
  const short = inShort(page)
  const words = (page.verdict === 'doubtful' || page.verdict === 'unreadable' || page.verdict === 'picture') && page.why ? `${short}: ${inside(page.why)}` : short
  return page.hidden ? `${words.replace(/\.$/, '')}. ${page.hidden}` : words
}

/** A sentence about pages, no number of which parts from its "p." at the end of a line. */
export const unbroken = (sentence: string) => sentence.replace(/(^|[\s(])(\p{L}{1,2}\.) /gu, '$1$2\u00a0')

/** Some pages hold text that nobody sees. */
export const holdsHidden = ({ pages }: ReadingReport) => pages.some(({ hiddenChars }) => hiddenChars)

/** The pages that are worth a look, the worst first. While no second reader has had its turn, one reader is no news. */
export function notable({ compared, pages }: ReadingReport): Verdict[] {
  const worth = pages.filter(({ verdict, hidden }) => hidden || (verdict !== 'confirmed' && verdict !== 'blank' && (compared || verdict !== 'single')))
  return worth.sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict) || a.n - b.n)
}

/** A second reader is still to come, and may change something. */
export const waits = ({ compared, pages }: ReadingReport) => !compared && pages.some(({ verdict }) => verdict === 'single' || verdict === 'doubtful' || verdict === 'picture')

/** Reading it again may give more than there is. */
export const worthAgain = ({ pages, sought }: ReadingReport) => !pages.length || !sought || pages.some(({ verdict }) => verdict !== 'confirmed' && verdict !== 'single' && verdict !== 'blank')

export const isDoubtful = ({ verdict }: Pick<Citation, 'verdict'>) => verdict === 'doubtful' || verdict === 'unreadable'

/** The first citation of each page that an answer leans on and that cannot be relied on, and of each that was recognised in a picture. */
export function leaningOn(citations: Citation[]): { doubtful: Citation[]; pictures: Citation[] } {
  const pages = new Map(citations.toReversed().map((citation) => [`${citation.document} ${citation.page}`, citation]))
  const first = [...pages.values()].toReversed()
  return { doubtful: first.filter(isDoubtful), pictures: first.filter(({ verdict }) => verdict === 'ocr') }
}
