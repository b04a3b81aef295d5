import { fuzzChannel } from '../testing/channel-fuzz.ts'
import { lineCases } from './cases.ts'

fuzzChannel(lineCases, { runs: 200 })
