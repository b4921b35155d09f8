CREATE TABLE `op_budget` (
	`uid` text PRIMARY KEY NOT NULL,
	`spent_until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `op_budget_spent` ON `op_budget` (`spent_until`);--> statement-breakpoint
ALTER TABLE `op_record` ADD `content` text;--> statement-breakpoint
CREATE INDEX `op_record_clash` ON `op_record` (`decided_at`) WHERE substr(verdict, 1, 32) = '{"status":"applied","conflicts":';--> statement-breakpoint
-- Clashes that hold what no field can hold, or that are of a row that is erased or deleted, leave their verdicts.
UPDATE `op_record` SET `verdict` = '{"status":"applied"}'
WHERE substr(`verdict`, 1, 32) = '{"status":"applied","conflicts":' AND iif(
	length(`verdict`) > 60000 OR NOT json_valid(`verdict`),
	1,
	EXISTS (SELECT 1 FROM json_each(`verdict`, '$.conflicts') c WHERE json_type(c.value, '$.base') IN ('object', 'array'))
	OR EXISTS (SELECT 1 FROM `application` a WHERE a.id = `target_id` AND a.erased_at IS NOT NULL)
	OR EXISTS (SELECT 1 FROM `tombstone` t WHERE t.type = 'application' AND t.id = `target_id`)
);
--> statement-breakpoint
UPDATE `op_record` SET `verdict` = iif(json_valid(`verdict`), json_remove(`verdict`, '$.fields'), `verdict`)
WHERE length(`verdict`) > 60000;
