// Documents that several stories use.
import { box, lines, pdf, rule, text } from './pdf.mjs'

export const REVENUE = 'Revenue rose to 41.7 million in 2024, after 36.2 million in the year before.'
export const STAFF = 'The harbour office employs 212 people in three towns.'

/** Two pages; each sentence stands on a line of its own. */
export const harbour = () =>
  pdf([
    lines('# Harbour report 2024', '', 'This report tells how the harbour company fared.', REVENUE, 'The ferries carried more freight than ever before.'),
    lines('# People', '', 'Those who work for the company are named on its website.', STAFF, 'Nobody was hurt at work during the year.'),
  ])

export const orchard = () => pdf([lines('# Orchard diary', '', 'The old orchard has nineteen apple trees.', 'Its cider won a prize at the village fair.')])

export const NOTICE = 'The notice period of the lease is three months.'
export const RENT = 'The rent of the flat is 900 euros and due on the first.'

/** A page that is fine, one that is a picture only, and one of which the file does not say what some of its letters are. */
export const lease = () =>
  pdf([
    lines('# Lease', '', NOTICE, 'It ends with a month, and is given in writing.'),
    [box(72, 300, 468, 400, [0.86, 0.9, 0.95]), box(120, 360, 120, 260, [0.35, 0.5, 0.7]), box(300, 360, 180, 140, [0.8, 0.55, 0.3])],
    [...lines('# Rent', '', RENT, 'It rises by two percent in every year of the lease.'), text(72, 620, 11, 'private', 'Signed: A. Miller')],
  ])

/** Rows of a ruled table from a height downwards: a label and three figures each, right-aligned. */
const table = (top, ...rows) => {
  const [left, step, right] = [72, 20, [330, 425, 520]]
  const height = step * rows.length
  return [
    ...[left, 250, 345, 440, 540].map((x) => `0.4 G 0.6 w ${x} ${top} m ${x} ${top - height} l S`),
    ...Array.from({ length: rows.length + 1 }, (_, i) => rule(left, top - step * i, 468, 0.4)),
    ...rows.flatMap(([label, ...figures], i) => [
      text(left + 6, top - step * i - 14, 10, i ? 'sans' : 'bold', label),
      ...figures.map((figure, k) => text(right[k] - 5.2 * figure.length, top - step * i - 14, 10, i ? 'sans' : 'bold', figure)),
    ]),
  ]
}

const YEARS = ['2024', '2023', '2022']
const PIERS = Array.from({ length: 24 }, (_, i) => [`Upkeep of pier ${i + 1}`, ...YEARS.map((_, k) => String(101 + 7 * i + 13 * k))])

/** Three pages: a long table on the second goes on on the third, which has a small one under it and some prose. */
export const accounts = () =>
  pdf([
    lines('# Accounts of the harbour', '', 'The figures follow on the next pages, with those of the years before.', 'They were audited in spring.'),
    [
      text(72, 720, 13, 'bold', 'Statement of Cash Flows'), text(72, 700, 10, 'sans', '(in millions of dollars)'),
      ...table(680, ['', ...YEARS], ['Net income', '5,349', '4,858', '5,050'], ['Depreciation', '1,488', '1,544', '1,474'], ['Purchases of cranes', '(1,577)', '(1,373)', '(1,420)'], ['Sale of ferries', '262', '49', '58'], ...PIERS),
    ],
    [
      ...table(730, ['', ...YEARS], ['Dividends paid', '(3,193)', '(2,803)', '(2,678)'], ['Loans paid back', '(1,034)', '(962)', '(992)'], ['Cash at the end', '2,853', '3,053', '2,398']),
      ...lines('', '', '', '', '', '', '', 'The harbour company owns ships of three kinds, which are counted below. Each of them', 'was inspected in the year, and none was found to leak. Two more have been ordered.'),
      text(72, 520, 12, 'bold', 'Ships by kind'),
      ...table(504, ['Kind', '2024', '2023', '2022'], ['Ferries', '14', '13', '12'], ['Tugs', '7', '7', '6'], ['Barges', '21', '19', '18'], ['Total', '42', '39', '36']),
    ],
  ])

/** A page with a company's income statement: net sales and net income of years, the newest first. */
export const statements = (company, years, sales, income) => {
  const wide = (row) => [...row, ...Array(3 - row.length).fill('')]
  return pdf([
    [
      text(72, 740, 13, 'bold', company), text(72, 720, 12, 'bold', 'Consolidated Statements of Income'), text(72, 704, 10, 'sans', '(in millions of US dollars)'),
      ...table(690, ['', ...wide(years)], ['Net sales', ...wide(sales)], ['Cost of sales', ...wide(years.map(() => '(900)'))], ['Income before income taxes', ...wide(years.map(() => '7,000'))], ['Net income', ...wide(income)]),
    ],
  ])
}

/** Five pages with a table of contents: parts and sections, one of which leads nowhere. */
export const handbook = () =>
  pdf(
    ['Handbook of the harbour', 'Mooring', 'Pilots', 'Dues', 'Index'].map((title, i) => lines(`# ${title}`, '', `What stands on this page is about ${title.toLowerCase()}, and it is page ${i + 1} of five.`)),
    {
      outline: [
        ['Handbook of the harbour', 1, 1], ['Part I. Ships', 2, 1], ['Mooring', 2, 2], ['Pilots, and how they are called by day and by night, in fog and in any other weather', 3, 2], ['To be written', 0, 2],
        ['Part II. Money', 4, 1], ['Dues <img src=x onerror="window.harmed = true">', 4, 2], ['Index', 5, 1],
      ],
    },
  )
