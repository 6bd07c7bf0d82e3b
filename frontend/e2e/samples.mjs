// Documents that several stories use.
import { box, lines, pdf, text } from './pdf.mjs'

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
