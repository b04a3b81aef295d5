CREATE TABLE "contact_merges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"from_contact_id" uuid NOT NULL,
	"into_contact_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"evidence" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reason" text,
	"created_by" text,
	"into_name" text,
	"into_name_at" timestamp (3) with time zone,
	"merged_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone,
	"undone_by" text,
	"undo_done_at" timestamp (3) with time zone,
	"undo_told_at" timestamp (3) with time zone,
	CONSTRAINT "contact_merges_cause" CHECK ("contact_merges"."cause" in ('automatic', 'manual'))
);
--> statement-breakpoint
CREATE TABLE "conversation_merges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"from_conversation_id" uuid NOT NULL,
	"into_conversation_id" uuid NOT NULL,
	"from_key" text NOT NULL,
	"into_key" text NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"merged_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone,
	"undone_by" text,
	"undo_done_at" timestamp (3) with time zone,
	"undo_told_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "contact_merges_open" ON "contact_merges" USING btree ("from_contact_id") WHERE "contact_merges"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "contact_merges_from" ON "contact_merges" USING btree ("from_contact_id","merged_at");--> statement-breakpoint
CREATE INDEX "contact_merges_into" ON "contact_merges" USING btree ("into_contact_id","merged_at");--> statement-breakpoint
CREATE INDEX "contact_merges_untold" ON "contact_merges" USING btree ("merged_at") WHERE "contact_merges"."told_at" is null or ("contact_merges"."undone_at" is not null and "contact_merges"."undo_told_at" is null);--> statement-breakpoint
CREATE INDEX "contact_merges_undoing" ON "contact_merges" USING btree ("undone_at") WHERE "contact_merges"."undone_at" is not null and "contact_merges"."undo_done_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_merges_pair" ON "conversation_merges" USING btree ("from_conversation_id","into_conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_merges_into" ON "conversation_merges" USING btree ("into_conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_merges_moving" ON "conversation_merges" USING btree ("merged_at") WHERE "conversation_merges"."done_at" is null and "conversation_merges"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "conversation_merges_untold" ON "conversation_merges" USING btree ("merged_at") WHERE "conversation_merges"."told_at" is null or ("conversation_merges"."undone_at" is not null and "conversation_merges"."undo_told_at" is null);--> statement-breakpoint
CREATE INDEX "conversation_merges_undoing" ON "conversation_merges" USING btree ("undone_at") WHERE "conversation_merges"."undone_at" is not null and "conversation_merges"."undo_done_at" is null;--> statement-breakpoint
CREATE INDEX "contact_identities_value" ON "contact_identities" USING btree ("tenant_id","value");--> statement-breakpoint
CREATE INDEX "contacts_tenant" ON "contacts" USING btree ("tenant_id","first_seen_at" desc,"id" desc) WHERE "contacts"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "contacts_name" ON "contacts" USING btree ("tenant_id",left(lower("name"), 64) collate "C","id") WHERE "contacts"."merged_into" is null and "contacts"."name" is not null;--> statement-breakpoint
CREATE INDEX "conversations_merged_into" ON "conversations" USING btree ("merged_into") WHERE "conversations"."merged_into" is not null;--> statement-breakpoint
INSERT INTO "contact_merges" ("id", "tenant_id", "account_id", "channel", "from_contact_id", "into_contact_id", "cause", "merged_at", "told_at")
	SELECT gen_random_uuid(), "tenant_id", "account_id", "channel", "id", "merged_into", 'automatic', coalesce("merged_at", "last_seen_at"), "merged_at" FROM "contacts" WHERE "merged_into" IS NOT NULL;
