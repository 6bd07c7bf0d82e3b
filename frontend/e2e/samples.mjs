// Documents that several stories use.
import { lines, pdf } from './pdf.mjs'

export const REVENUE = 'Revenue rose to 41.7 million in 2024, after 36.2 million in the year before.'
export const STAFF = 'The harbour office employs 212 people in three towns.'

/** Two pages; each sentence stands on a line of its own. */
export const harbour = () =>
  pdf([
    lines('# Harbour report 2024', '', 'This report tells how the harbour company fared.', REVENUE, 'The ferries carried more freight than ever before.'),
    lines('# People', '', 'Those who work for the company are named on its website.', STAFF, 'Nobody was hurt at work during the year.'),
  ])

export const orchard = () => pdf([lines('# Orchard diary', '', 'The old orchard has nineteen apple trees.', 'Its cider won a prize at the village fair.')])
