// An answer as plain text: what is read of it, with the numbers of its citations, and nothing of how it looks.

const BLOCKS = 'P,DIV,LI,H1,H2,H3,H4,H5,H6,BLOCKQUOTE,PRE,TR,UL,OL,TABLE'

export function plainText(root: HTMLElement): string {
  let out = ''
  const walk = (node: Node) => {
    if (node instanceof Text) out += node.parentElement?.closest('pre') ? node.data : node.data.replace(/\s+/g, ' ')
    if (!(node instanceof HTMLElement)) return
    if (node.matches('button.chip')) return void (out += ` [${node.dataset.n}]`)
    if (node.matches('.katex')) return void (out += node.querySelector('annotation')?.textContent ?? node.textContent ?? '')
    if (node.matches('button, .unseen')) return
    if (node.tagName === 'BR') out += '\n'
    if (node.tagName === 'LI') out += node.parentElement?.tagName === 'OL' ? `${[...node.parentElement.children].indexOf(node) + 1}. ` : '• '
    if (node.matches('td, th') && node.previousElementSibling) out += '\t'
    node.childNodes.forEach(walk)
    if (BLOCKS.split(',').includes(node.tagName)) out += node.matches('p, ul, ol, table, blockquote, pre, h1, h2, h3, h4, h5, h6') ? '\n\n' : '\n'
  }
  walk(root)
  return out.replace(/[ \u00a0]+(\n|\t| \[)/g, '$1').replace(/([\n\t])[ ]+/g, '$1').replace(/\n{3,}/g, '\n\n').trim()
}
