import { describe } from 'vitest'
import { closeCases } from './close-cases.ts'
import { crashCases } from './crash-cases.ts'
import { exclusionCases } from './exclusion-cases.ts'
import { fairnessCases } from './fairness-cases.ts'
import type { SetupQueue } from './harness.ts'
import { leaseCases } from './lease-cases.ts'
import { lossCases } from './loss-cases.ts'
import { outageCases } from './outage-cases.ts'
import { putCases } from './put-cases.ts'
import { scheduleCases } from './schedule-cases.ts'
import { verdictCases } from './verdict-cases.ts'

/** The guarantees of the port, to be kept by every driver; call it in an int test with servers at hand. */
export function describeQueue(name: string, setup: SetupQueue): void {
  describe(name, () => {
    describe('exclusion', () => exclusionCases(setup))
    describe('leases', () => leaseCases(setup))
    describe('crashes', () => crashCases(setup))
    describe('putting in', () => putCases(setup))
    describe('verdicts', () => verdictCases(setup))
    describe('the retry schedule', () => scheduleCases(setup))
    describe('fairness', () => fairnessCases(setup))
    describe('outages', () => outageCases(setup))
    describe('loss of the store', () => lossCases(setup))
    describe('close', () => closeCases(setup))
  })
}
