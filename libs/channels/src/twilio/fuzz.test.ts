import { fuzzChannel } from '../testing/channel-fuzz.ts'
import { twilioCases } from './cases.ts'

fuzzChannel(twilioCases, { runs: 200 })
