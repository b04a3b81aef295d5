import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

/** More than a person writes; an HTML part of megabytes is mostly style. */
const htmlCharsMax = 500_000

const hidden = new Set(['head', 'script', 'style', 'template', 'title'])
/** What may stand in a head; anything else ends it, as many mails leave its end tag out. */
const headParts = new Set(['base', 'link', 'meta', 'noscript', 'script', 'style', 'template', 'title'])
const blocks = new Set(
  (
    'address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header ' +
    'hr html li main nav ol p pre section table tbody td th thead tr ul'
  ).split(' '),
)

/**
 * The words of an HTML body, for search and previews only: never to be shown as HTML. Tags become line breaks or
 * nothing, entities their characters. Linear, whatever the input: the tokenizer alone is used, no tree is built.
 */
export function htmlText(html: string): string {
  const source = html.length > htmlCharsMax ? html.slice(0, htmlCharsMax) : html
  const pieces: string[] = []
  let hiddenUntil: string | undefined
  const nothing = (): void => {}
  const say = (text: string): void => {
    if (hiddenUntil === undefined) pieces.push(text)
  }
  const onTag = (name: string): void => {
    if (name === 'br' || blocks.has(name)) say('\n')
    else if (name === 'img') say(' ')
  }
  const callbacks: TokenizerCallbacks = {
    ontext: (start, end) => say(source.slice(start, end).replace(/\s+/g, ' ')),
    ontextentity: (codePoint) => say(codePoint === 0xa0 ? ' ' : String.fromCodePoint(codePoint)),
    onopentagname(start, end) {
      const name = source.slice(start, end).toLowerCase()
      if (hiddenUntil === 'head' && !headParts.has(name)) hiddenUntil = undefined
      if (hiddenUntil === undefined && hidden.has(name)) hiddenUntil = name
      onTag(name)
    },
    onclosetag(start, end) {
      const name = source.slice(start, end).toLowerCase()
      if (name === hiddenUntil) hiddenUntil = undefined
      onTag(name)
    },
    ...{ onattribdata: nothing, onattribentity: nothing, onattribend: nothing, onattribname: nothing },
    ...{ oncdata: nothing, oncomment: nothing, ondeclaration: nothing, onprocessinginstruction: nothing },
    ...{ onend: nothing, onopentagend: nothing },
    onselfclosingtag: nothing,
  }
  const tokenizer = new Tokenizer({ decodeEntities: true }, callbacks)
  tokenizer.write(source)
  tokenizer.end()
  return tidy(pieces.join(''))
}

/** Lines without spaces at their ends, and no more than one empty line between two. */
function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/ {2,}/g, ' ').trim())
  const kept = lines.filter((line, index) => line !== '' || (index > 0 && lines[index - 1] !== ''))
  return kept.join('\n').trim()
}
