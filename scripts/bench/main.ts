import { benchDeliver } from './deliver.ts'
import { benchIngest } from './ingest.ts'
import { benchParse } from './parse.ts'

/** `pnpm bench ingest [seconds]`, `deliver [jobs]` or `parse`: prints figures and their ratios, judges nothing. */
const [what = 'ingest', given] = process.argv.slice(2)
const amount = Number(given ?? (what === 'deliver' ? 10_000 : 8))
if (what === 'parse') console.log(benchParse())
else if (what === 'ingest' && amount > 0) await benchIngest({ seconds: amount })
else if (what === 'deliver' && amount >= 1) await benchDeliver({ jobs: amount })
else {
  console.error('usage: pnpm bench ingest [seconds] | pnpm bench deliver [jobs] | pnpm bench parse')
  process.exit(2)
}
process.exit(0)
