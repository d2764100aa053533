// Echo with its own rate limiter and go-playground/validator, as in Echo's cookbook.
package main

import (
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/go-playground/validator/v10"
	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	"golang.org/x/time/rate"
)

type NewPet struct {
	Name       string `json:"name" validate:"required"`
	CategoryID int64  `json:"categoryId" validate:"required"`
	Status     string `json:"status,omitempty" validate:"omitempty,oneof=available pending sold"`
}

type Pet struct {
	ID int64 `json:"id"`
	NewPet
}

type Error struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Status  int    `json:"status"`
}

type customValidator struct{ validator *validator.Validate }

func (v *customValidator) Validate(i interface{}) error {
	if err := v.validator.Struct(i); err != nil {
		return echo.NewHTTPError(http.StatusBadRequest, err.Error())
	}
	return nil
}

var keys = map[string]bool{"peer-key": true, "peer-key-2": true}

var (
	mu   sync.RWMutex
	pets []Pet
)

func main() {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.Validator = &customValidator{validator.New()}
	e.HTTPErrorHandler = func(err error, c echo.Context) {
		status, message := http.StatusInternalServerError, "Internal Server Error"
		if he, ok := err.(*echo.HTTPError); ok {
			status = he.Code
			if m, ok := he.Message.(string); ok {
				message = m
			}
		}
		if !c.Response().Committed {
			c.JSON(status, Error{http.StatusText(status), message, status})
		}
	}

	v1 := e.Group("/v1")
	v1.Use(middleware.RateLimiterWithConfig(middleware.RateLimiterConfig{
		Store: middleware.NewRateLimiterMemoryStoreWithConfig(middleware.RateLimiterMemoryStoreConfig{
			Rate: rate.Limit(1), Burst: 60, ExpiresIn: 3 * time.Minute,
		}),
		IdentifierExtractor: func(c echo.Context) (string, error) {
			return c.Request().Header.Get("Authorization"), nil
		},
		DenyHandler: func(c echo.Context, identifier string, err error) error {
			c.Response().Header().Set("Retry-After", "1")
			return echo.NewHTTPError(http.StatusTooManyRequests, "rate limit exceeded")
		},
	}))
	v1.Use(middleware.KeyAuth(func(key string, c echo.Context) (bool, error) { return keys[key], nil }))

	v1.GET("/pets", func(c echo.Context) error {
		limit := 20
		if s := c.QueryParam("limit"); s != "" {
			n, err := strconv.Atoi(s)
			if err != nil || n < 1 || n > 100 {
				return echo.NewHTTPError(http.StatusBadRequest, "limit must be between 1 and 100")
			}
			limit = n
		}
		status := c.QueryParam("status")
		found := []Pet{}
		mu.RLock()
		defer mu.RUnlock()
		for _, pet := range pets {
			if (status == "" || pet.Status == status) && len(found) < limit {
				found = append(found, pet)
			}
		}
		return c.JSON(http.StatusOK, found)
	})

	v1.POST("/pets", func(c echo.Context) error {
		var body NewPet
		if err := c.Bind(&body); err != nil {
			return err
		}
		if err := c.Validate(&body); err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		pet := Pet{int64(len(pets) + 1), body}
		pets = append(pets, pet)
		return c.JSON(http.StatusCreated, pet)
	})

	v1.GET("/pets/:petId", func(c echo.Context) error {
		id, err := strconv.ParseInt(c.Param("petId"), 10, 64)
		if err != nil {
			return echo.NewHTTPError(http.StatusBadRequest, "petId must be an integer")
		}
		mu.RLock()
		defer mu.RUnlock()
		if id < 1 || id > int64(len(pets)) {
			return echo.NewHTTPError(http.StatusNotFound, "pet not found")
		}
		return c.JSON(http.StatusOK, pets[id-1])
	})

	e.Logger.Fatal(e.Start("127.0.0.1:" + os.Getenv("PORT")))
}
