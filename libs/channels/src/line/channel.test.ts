import { describeChannel } from '../testing/channel-cases.ts'
import { lineCases } from './cases.ts'

describeChannel(lineCases)
