import { BodyBudget, type BodyTicket } from './body-budget.js';

const open = (budget: BodyBudget, bytes: number): BodyTicket => {
  const ticket = budget.open(bytes);
  if (!ticket) throw new Error(`There is no room for ${bytes} bytes`);
  return ticket;
};

it('has room up to its limit, and again for what was given back', () => {
  const budget = new BodyBudget(100);
  const release = open(budget, 60).keep();
  const other = open(budget, 40).keep();
  expect(budget.open(1)).toBeUndefined();
  release();
  expect(budget.bytes).toBe(40);
  expect(budget.open(61)).toBeUndefined();
  expect(budget.bytes).toBe(40);
  open(budget, 60);
  other();
  expect(budget.bytes).toBe(60);
});

it('counts a body of unknown length as it grows', () => {
  const budget = new BodyBudget(100);
  const ticket = open(budget, 0);
  expect([10, 10, 5, 90, 100].map((bytes) => ticket.grow(bytes))).not.toContain(false);
  expect(budget.bytes).toBe(100);
  expect(ticket.grow(101)).toBe(false);
  expect(budget.bytes).toBe(100);
});

it('counts the longer of what was promised and what came', () => {
  const budget = new BodyBudget(100);
  const ticket = open(budget, 30);
  ticket.grow(20);
  expect(budget.bytes).toBe(30);
  ticket.grow(50);
  expect(budget.bytes).toBe(50);
});

it('starts no body of unknown length while nothing is left', () => {
  const budget = new BodyBudget(100);
  open(budget, 100);
  expect(budget.open(0)).toBeUndefined();
});

it('is kept until the last keeper has given back, each once', () => {
  const budget = new BodyBudget(100);
  const ticket = open(budget, 50);
  const connection = ticket.keep();
  const work = ticket.keep();
  connection();
  connection();
  expect(budget.bytes).toBe(50);
  work();
  expect(budget.bytes).toBe(0);
});

it('gives nothing back twice', () => {
  const budget = new BodyBudget(100);
  open(budget, 10);
  const ticket = open(budget, 50);
  const connection = ticket.keep();
  ticket.drop();
  expect(budget.bytes).toBe(10);
  connection();
  expect(budget.bytes).toBe(10);
});
