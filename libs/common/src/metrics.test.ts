import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('puts the service on every metric', async () => {
  const metrics = createMetrics({ service: 'edge' })
  metrics.counter('stored_total', 'Stored', ['channel']).inc({ channel: 'whatsapp' }, 2)
  expect(await metrics.registry.metrics()).toContain('stored_total{channel="whatsapp",service="edge"} 2')
})

it('gives the same metric for the same name, and shares nothing between registries', async () => {
  const metrics = createMetrics({ service: 'a' })
  metrics.counter('n_total', 'N').inc()
  metrics.counter('n_total', 'N').inc()
  expect(await metrics.registry.metrics()).toContain('n_total{service="a"} 2')
  expect(await createMetrics({ service: 'b' }).registry.metrics()).not.toContain('n_total')
})

it('tells about the process when asked', async () => {
  const { registry } = createMetrics({ service: 'a', processMetrics: true })
  expect(await registry.metrics()).toContain('process_resident_memory_bytes{service="a"}')
})
