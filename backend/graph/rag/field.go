package rag

import "fmt"

// Field is one number of a workflow's Config, as Settings shows it. It points into the Config that it was made from.
type Field struct {
	Key, Title, Help string
	Min, Max, Step   float64
	Options          []string // where the number stands for one of these, from 0
	whole            *int
	real             *float64
}

// Whole is a field of whole numbers.
func Whole(v *int, key, title, help string, min, max float64) Field {
	return Field{Key: key, Title: title, Help: help, Min: min, Max: max, Step: 1, whole: v}
}

// Real is a field of real numbers.
func Real(v *float64, key, title, help string, min, max, step float64) Field {
	return Field{Key: key, Title: title, Help: help, Min: min, Max: max, Step: step, real: v}
}

// Choice is a field that stands for one of several words.
func Choice(v *int, key, title, help string, options ...string) Field {
	return Field{Key: key, Title: title, Help: help, Max: float64(len(options) - 1), Step: 1, Options: options, whole: v}
}

// Value is the field's number.
func (f Field) Value() float64 {
	if f.whole != nil {
		return float64(*f.whole)
	}
	return *f.real
}

// Set changes one of the fields by its key; an unknown key or a value out of bounds is an error for the person.
func Set(fields []Field, key string, value float64) error {
	for _, f := range fields {
		switch {
		case f.Key != key:
			continue
		case value < f.Min || value > f.Max:
			return fmt.Errorf("%s must be between %v and %v, not %v", f.Title, f.Min, f.Max, value)
		case f.whole != nil && value != float64(int(value)):
			return fmt.Errorf("%s must be a whole number, not %v", f.Title, value)
		case f.whole != nil:
			*f.whole = int(value)
		default:
			*f.real = value
		}
		return nil
	}
	return fmt.Errorf("there is no setting %q", key)
}
