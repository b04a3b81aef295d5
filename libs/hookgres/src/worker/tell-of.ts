import type { OnEvent } from './events.ts'
import type { Recorded } from './record-query.ts'
import type { Result } from './result.ts'

/** Tells what results that were written have changed. */
export function tellOf(results: readonly Result[], { moved, changed }: Recorded, tell: OnEvent): void {
  const mine = new Set(moved)
  const written = results.filter(({ task }) => mine.has(task.id))
  for (const { task, status, error } of written) {
    const about = {
      ...{ tenantId: task.tenantId, endpointId: task.endpointId, deliveryId: task.id },
      ...{ messageId: task.messageId, eventType: task.eventType, attempts: task.attempt },
    }
    if (status === 'succeeded') tell({ type: 'delivery.succeeded', ...about })
    if (status === 'failed') tell({ type: 'delivery.failed', error: error ?? '', ...about })
  }
  for (const endpoint of changed) {
    const about = { tenantId: endpoint.tenantId, endpointId: endpoint.id }
    if (!endpoint.wasFailing && endpoint.isFailing) {
      const first = written.find(
        (one) => one.task.endpointId === endpoint.id && one.health !== 'ok' && one.error,
      )
      tell({ type: 'endpoint.failing', error: first?.error ?? '', ...about })
    }
    if (endpoint.wasFailing && !endpoint.isFailing) tell({ type: 'endpoint.recovered', ...about })
    if (!endpoint.wasDisabled && endpoint.isDisabled) {
      const cause = endpoint.isGone ? 'gone' : 'failing'
      tell({ type: 'endpoint.disabled', cause, reason: endpoint.reason ?? '', ...about })
    }
  }
}
