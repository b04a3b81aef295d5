import { describeChannel } from '../testing/channel-cases.ts'
import { twilioCases } from './cases.ts'

describeChannel(twilioCases)
