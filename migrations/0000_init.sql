CREATE TABLE `application` (
	`id` text PRIMARY KEY NOT NULL,
	`marathon_id` text NOT NULL,
	`owner_uid` text NOT NULL,
	`organiser_uid` text NOT NULL,
	`person_key` text NOT NULL,
	`title` text NOT NULL,
	`start_date` text NOT NULL,
	`location` text NOT NULL,
	`image` text NOT NULL,
	`description` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`phone_number` text NOT NULL,
	`additional_info` text NOT NULL,
	`email` text NOT NULL,
	`created_at` text NOT NULL,
	`ver` integer NOT NULL,
	`seq` integer NOT NULL,
	`erased_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `application_seq` ON `application` (`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `application_person` ON `application` (`marathon_id`,`owner_uid`,`person_key`);--> statement-breakpoint
CREATE INDEX `application_owner_seq` ON `application` (`owner_uid`,`seq`);--> statement-breakpoint
CREATE INDEX `application_owner_created` ON `application` (`owner_uid`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `application_organiser_seq` ON `application` (`organiser_uid`,`seq`);--> statement-breakpoint
CREATE INDEX `application_marathon_created` ON `application` (`marathon_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`epoch` text NOT NULL,
	`seq` integer NOT NULL,
	`floor` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `guard` (
	`ok` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `marathon` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_uid` text NOT NULL,
	`title` text NOT NULL,
	`location` text NOT NULL,
	`description` text NOT NULL,
	`image` text NOT NULL,
	`distance` text NOT NULL,
	`reg_start` text NOT NULL,
	`reg_end` text NOT NULL,
	`start_date` text NOT NULL,
	`time_zone` text NOT NULL,
	`capacity` integer,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`created_at` text NOT NULL,
	`reg_count` integer DEFAULT 0 NOT NULL,
	`ver` integer NOT NULL,
	`seq` integer NOT NULL,
	`shown_until` text NOT NULL,
	`past` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `marathon_past_seq` ON `marathon` (`past`,`seq`);--> statement-breakpoint
CREATE INDEX `marathon_past_shown` ON `marathon` (`past`,`shown_until`);--> statement-breakpoint
CREATE INDEX `marathon_created` ON `marathon` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `marathon_owner_created` ON `marathon` (`owner_uid`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `marathon_owner_seq` ON `marathon` (`owner_uid`,`seq`);--> statement-breakpoint
CREATE INDEX `marathon_start` ON `marathon` (`start_date`,`id`);--> statement-breakpoint
CREATE INDEX `marathon_title_start` ON `marathon` (`title`,`start_date`);--> statement-breakpoint
CREATE TABLE `op_record` (
	`op_id` text PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`seq` integer NOT NULL,
	`type` text NOT NULL,
	`target_id` text NOT NULL,
	`verdict` text NOT NULL,
	`modified` integer NOT NULL,
	`decided_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `op_record_seq` ON `op_record` (`seq`);--> statement-breakpoint
CREATE INDEX `op_record_decided` ON `op_record` (`decided_at`);--> statement-breakpoint
CREATE INDEX `op_record_target` ON `op_record` (`target_id`);--> statement-breakpoint
CREATE TABLE `tombstone` (
	`type` text NOT NULL,
	`id` text NOT NULL,
	`owner_uid` text DEFAULT '' NOT NULL,
	`organiser_uid` text DEFAULT '' NOT NULL,
	`shown_until` text DEFAULT '' NOT NULL,
	`deleted_at` text NOT NULL,
	`seq` integer,
	PRIMARY KEY(`type`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tombstone_seq` ON `tombstone` (`seq`);--> statement-breakpoint
CREATE INDEX `tombstone_deleted` ON `tombstone` (`deleted_at`) WHERE seq IS NOT NULL;--> statement-breakpoint
INSERT INTO `clock` (`id`, `epoch`, `seq`, `floor`) VALUES (1, lower(hex(randomblob(8))), 0, 0);
