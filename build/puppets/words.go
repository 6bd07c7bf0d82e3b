package main

import (
	"hash/fnv"
	"math/rand/v2"
	"strings"
)

// small are words that say little about what a text is about.
var small = strings.Fields(`the of and to in a is that it was for on are as with his they at be this from have or by one had not
	but what all were when we there can an your which their said if do will each about how up out them then she many some so
	these would other into has her two him could than been who its now my over did may only such no yes me i you he`)

// others are frequent in the kind of text that people ask questions about.
var others = strings.Fields(`answer question document documents page pages passage passages report reports year years company
	revenue income cost costs total net cash share shares sales growth increase decrease percent million billion number numbers
	table figure section chapter note notes source sources text file files sentence word words time date day days month week
	people person work use used make made first new data system model method result results study analysis value values rate
	market product products service services customer customers contract agreement party parties law tax price order payment
	invoice amount account bank interest loan capital risk project plan research paper science process change water energy
	health food city country state government public school book read write find know think give take see say come look where
	why because after before between under more most less same different long short high low large great good small old next
	last part place point house world life hand end name line group problem fact case user users server network search
	summary conclusion according following based given using include includes provide provides quote quotes`)

// noise is normally distributed and the same in every run.
func noise(r *rand.Rand, n int, scale float64) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(r.NormFloat64() * scale)
	}
	return x
}

func seeded(key string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(key))
	return rand.New(rand.NewPCG(h.Sum64(), 1))
}

// same is n times x.
func same(n int, x float32) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = x
	}
	return out
}
