import { join } from 'node:path';
import type { TestFlavour } from '@app/testing';
import type pg from 'pg';
import { migrationsFor } from '../../libs/storage/src/database/migrator.js';
import {
  AGGREGATES,
  FUNCTIONS,
  HYPERTABLES,
  ROWS,
  SCHEMAS,
  TABLES,
  TRIGGERS,
  VIEWS,
} from './catalogue.js';

const STORAGE = join(import.meta.dirname, '..', '..', 'libs', 'storage');

/** Returns the file for the schema of a flavour. */
export const schemaFile = (flavour: TestFlavour) => join(STORAGE, `schema.${flavour}.sql`);

type Client = Pick<pg.ClientBase, 'query'>;

/** One object of the schema with everything that belongs to it, as statements. */
interface Described {
  kind: string;
  name: string;
  text: string;
}

/**
 * The rows of these tables are part of the schema. Migrations write them, and nobody changes them.
 */
const SEEDED = ['bots', 'website_relations'];

/**
 * Returns the schema as statements, by topic: objects stand under the header of the migration that
 * created them, in the order of that migration.
 */
export async function describeSchema(client: Client, flavour: TestFlavour): Promise<string> {
  const objects = [
    ...(await read(client, SCHEMAS)),
    ...(await read(client, TABLES)),
    ...(await read(client, VIEWS)),
    ...(await read(client, FUNCTIONS)),
    ...(await read(client, TRIGGERS)),
  ];
  if (flavour === 'timescale')
    objects.push(...(await read(client, HYPERTABLES)), ...(await read(client, AGGREGATES)));
  for (const table of SEEDED)
    objects.push(...(await read(client, ROWS.replaceAll('%TABLE%', table))));
  return [
    `-- The schema of the ${flavour} flavour, written from the catalogue by \`npm run schema\`. It is`,
    '-- only for reading: the migrations create the schema and give the reasons for it. A test compares',
    '-- the result of the migrations with this file.',
    ...byTopic(objects, migrations(flavour)),
    '',
  ].join('\n');
}

/** Returns the texts of the migrations in their order. */
function migrations(flavour: TestFlavour): string[] {
  const folder = join(STORAGE, 'sql', 'migrations');
  return migrationsFor(flavour, folder).map(({ sql }) => sql);
}

async function read(client: Client, sql: string): Promise<Described[]> {
  return (await client.query<Described>(sql)).rows;
}

function byTopic(objects: Described[], topics: string[]): string[] {
  const names = objects
    .filter(({ kind }) => / (TABLE|VIEW)$/.test(kind))
    .map(({ name }) => name.replace(/^.*\./, ''));
  const placed = objects.map((object) => ({
    ...placeOf(object, topics),
    text: tidy(object.text, names),
  }));
  placed.sort((a, b) => a.topic - b.topic || a.offset - b.offset);
  return [-1, ...topics.keys()].flatMap((topic) => {
    const texts = placed.filter((one) => one.topic === topic).map(({ text }) => `\n${text}`);
    return texts.length > 0 ? [`\n\n${headingOf(topics[topic])}`, ...texts] : [];
  });
}

/**
 * Returns the topic that creates an object, and the place in its text. -1 means that the migrator
 * itself creates it.
 */
function placeOf({ kind, name }: Described, topics: string[]): { topic: number; offset: number } {
  const made = new RegExp(`^\\s*${kind} ${name.replace('.', '\\.')}\\b`, 'm');
  const topic = topics.findIndex((sql) => made.test(sql));
  return { topic, offset: topic < 0 ? 0 : (topics[topic] as string).search(made) };
}

/** Returns the comments at the beginning of the topic's migration. */
function headingOf(topic: string | undefined): string {
  const rule = `-- ${'='.repeat(97)}`;
  if (!topic) return `${rule}\n-- Which migrations were applied.\n${rule}`;
  const lines = topic.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('--'));
  return [rule, ...lines.slice(0, end), rule].join('\n');
}

/**
 * Writes a statement in the way of the migrations. It removes what differs between releases of
 * PostgreSQL and between two databases: the name of a relation before a column, the default schema,
 * and the time when the first epoch began.
 */
function tidy(text: string, relations: string[]): string {
  const qualifier = new RegExp(`(?<![.\\w])(?:${relations.join('|')})\\.(?=["\\w])`, 'g');
  const isView = /^CREATE (MATERIALIZED )?VIEW/.test(text);
  return (isView ? text.replaceAll(qualifier, '') : text)
    .replaceAll('public.', '')
    .replace(/^CREATE OR REPLACE/, 'CREATE')
    .replace(/\n;$/, ';')
    .replaceAll(' USING btree', '')
    .replaceAll(
      /timestamp(\(\d\))? with time zone/g,
      (_, precision = '') => `timestamptz${precision}`,
    )
    .replaceAll(/'[^']+'::timestamptz/g, '(start of the first epoch)')
    .replaceAll(/[ \t]+$/gm, '')
    .trim();
}
