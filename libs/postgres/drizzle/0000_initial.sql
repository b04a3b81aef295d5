CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"prefix" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_prefix_unique" UNIQUE("prefix")
);
--> statement-breakpoint
CREATE TABLE "channel_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"external_id" text NOT NULL,
	"business_id" text,
	"name" text NOT NULL,
	"display_id" text,
	"status" text NOT NULL,
	"secrets_encrypted" "bytea" NOT NULL,
	"key_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "channel_accounts_status" CHECK ("channel_accounts"."status" in ('active', 'paused'))
);
--> statement-breakpoint
CREATE TABLE "contact_identities" (
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"contact_id" uuid NOT NULL,
	"first_contact_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_identities_pkey" PRIMARY KEY("account_id","kind","value")
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"name" text,
	"name_at" timestamp (3) with time zone,
	"merged_into" uuid,
	"merged_at" timestamp (3) with time zone,
	"merge_done_at" timestamp (3) with time zone,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_unread" (
	"conversation_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "conversation_unread_pkey" PRIMARY KEY("conversation_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"kind" text NOT NULL,
	"thread_key" text NOT NULL,
	"contact_id" uuid,
	"name" text,
	"name_at" timestamp (3) with time zone,
	"status" text DEFAULT 'open' NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"unread_count" integer DEFAULT 0 NOT NULL,
	"read_at" timestamp (3) with time zone,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	"last_message_id" uuid NOT NULL,
	"last_message_preview" text,
	"last_message_preview_at" timestamp (3) with time zone NOT NULL,
	"merged_into" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "conversations_kind" CHECK ("conversations"."kind" in ('direct', 'group')),
	CONSTRAINT "conversations_status" CHECK ("conversations"."status" in ('open', 'resolved'))
);
--> statement-breakpoint
CREATE TABLE "replay_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid,
	"status" text NOT NULL,
	"dry_run" boolean NOT NULL,
	"side_effects" boolean NOT NULL,
	"filter" jsonb NOT NULL,
	"rate_per_second" double precision,
	"total" bigint,
	"published" bigint DEFAULT 0 NOT NULL,
	"processed" bigint DEFAULT 0 NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"cursor" jsonb,
	"locked_until" timestamp (3) with time zone,
	"lock_token" uuid,
	"error" text,
	"created_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "replay_runs_status" CHECK ("replay_runs"."status" in ('pending', 'running', 'paused', 'done', 'cancelled', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tenants_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_accounts" ADD CONSTRAINT "channel_accounts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replay_runs" ADD CONSTRAINT "replay_runs_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_tenant" ON "api_keys" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_accounts_channel_external_id" ON "channel_accounts" USING btree ("channel","external_id");--> statement-breakpoint
CREATE INDEX "channel_accounts_tenant" ON "channel_accounts" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "contact_identities_contact" ON "contact_identities" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "contacts_merged_into" ON "contacts" USING btree ("merged_into") WHERE "contacts"."merged_into" is not null;--> statement-breakpoint
CREATE INDEX "contacts_merge_pending" ON "contacts" USING btree ("merged_at") WHERE "contacts"."merged_into" is not null and "contacts"."merge_done_at" is null;--> statement-breakpoint
CREATE INDEX "conversations_tenant" ON "conversations" USING btree ("tenant_id","last_message_at" desc,"id" desc) WHERE "conversations"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "conversations_tenant_status" ON "conversations" USING btree ("tenant_id","status","last_message_at" desc,"id" desc) WHERE "conversations"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "conversations_tenant_channel" ON "conversations" USING btree ("tenant_id","channel","last_message_at" desc,"id" desc) WHERE "conversations"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "conversations_tenant_account" ON "conversations" USING btree ("tenant_id","account_id","last_message_at" desc,"id" desc) WHERE "conversations"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "conversations_contact" ON "conversations" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "replay_runs_created" ON "replay_runs" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "replay_runs_tenant" ON "replay_runs" USING btree ("tenant_id","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "replay_runs_claimable" ON "replay_runs" USING btree ("created_at") WHERE "replay_runs"."status" in ('pending', 'running');