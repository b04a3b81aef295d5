const mebibyte = 1024 * 1024

/**
 * Settings for a machine that runs everything else too: durable (a commit is on disk when it is
 * acknowledged), loopback only, a quarter of the memory at most and 1 GiB of cache at most.
 */
export function postgresConf(options: { port: number; memoryBytes: number }): string {
  const memoryMb = Math.floor(options.memoryBytes / mebibyte)
  const cacheMb = Math.max(128, Math.min(1024, Math.floor(memoryMb / 8)))
  const settings: Record<string, string | number> = {
    port: options.port,
    listen_addresses: "'127.0.0.1'",
    unix_socket_directories: "''",
    max_connections: 300,
    shared_preload_libraries: "'pg_cron, pg_documentdb_core, pg_documentdb, pg_documentdb_extended_rum'",
    // Indexes of this kind are read in order, so a sorted page costs its own length (25 ms became 0.15 ms).
    'documentdb.alternate_index_handler_name': "'extended_rum'",
    'cron.database_name': "'postgres'",
    'cron.log_run': 'off',
    'cron.log_statement': 'off',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    wal_level: 'minimal',
    max_wal_senders: 0,
    wal_compression: 'lz4',
    // Payloads are about as long as what PostgreSQL begins to compress; pglz takes two to three times the CPU time.
    default_toast_compression: 'lz4',
    max_wal_size: "'2GB'",
    checkpoint_timeout: "'15min'",
    shared_buffers: `'${cacheMb}MB'`,
    effective_cache_size: `'${Math.floor(memoryMb / 2)}MB'`,
    work_mem: memoryMb > 4096 ? "'16MB'" : "'4MB'",
    maintenance_work_mem: `'${Math.max(64, Math.min(256, Math.floor(memoryMb / 16)))}MB'`,
    random_page_cost: 1.1,
    max_worker_processes: 16,
    max_parallel_workers_per_gather: 0,
    autovacuum_naptime: "'5s'",
    autovacuum_analyze_scale_factor: 0.05,
    jit: 'off',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    timezone: "'UTC'",
    log_timezone: "'UTC'",
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')
}
