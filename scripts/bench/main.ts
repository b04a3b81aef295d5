import { benchIngest } from './ingest.ts'
import { benchParse } from './parse.ts'

/** `pnpm bench ingest [seconds]` or `pnpm bench parse`: prints figures and their ratios, judges nothing. */
const [what = 'ingest', seconds = '8'] = process.argv.slice(2)
if (what === 'parse') console.log(benchParse())
else if (what === 'ingest' && Number(seconds) > 0) await benchIngest({ seconds: Number(seconds) })
else {
  console.error('usage: pnpm bench ingest [seconds] | pnpm bench parse')
  process.exit(2)
}
process.exit(0)
