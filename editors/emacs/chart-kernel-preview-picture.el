;;; chart-kernel-preview-picture.el --- The picture of a chart, kept up to date  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; What a preview shows: one chart of a connection.  The picture follows what
;; is asked for here, what others do to the chart, and the time.
;;
;; The buffers are those of `chart-kernel-preview-mode', which is in
;; chart-kernel-preview.el.

;;; Code:

(require 'cl-lib)
(require 'subr-x)
(require 'chart-kernel-rpc)

(defcustom chart-kernel-frame-rate 30
  "How many pictures a second there are of what moves by itself."
  :type 'natnum :group 'chart-kernel)

(declare-function chart-kernel-preview--hover "chart-kernel-preview-mouse")

;;; Pictures

(defun chart-kernel-svg-size (svg)
  "Width and height in px that the root of SVG names."
  (let ((number "\"\\([0-9.]+\\)"))
    (when (string-match (concat "<svg[^>]* width=" number "[^>]* height=" number) svg)
      (cons (string-to-number (match-string 1 svg)) (string-to-number (match-string 2 svg))))))

(defun chart-kernel-image (svg &optional max-width max-height)
  "SVG as an image, at most MAX-WIDTH px wide and MAX-HEIGHT px high.
Where none can be shown it is nil."
  (when (and (display-images-p) (image-type-available-p 'svg))
    (apply #'create-image svg 'svg t
           ;; Without CSS of one's own Emacs would put its default font into the picture.
           :css "svg{}"
           (append (and max-width (list :max-width max-width))
                   (and max-height (list :max-height max-height))))))

;;; State

(defvar-local chart-kernel-preview-connection nil "The connection that the chart belongs to.")
(defvar-local chart-kernel-preview-chart nil "The id of the chart; nil before there is one.")
(defvar-local chart-kernel-preview-fault nil "What is wrong with the chart's text, if something is.")
(defvar-local chart-kernel-preview--svg nil "The picture.")
(defvar-local chart-kernel-preview--words nil "The chart in words.")
(defvar-local chart-kernel-preview--size nil "Width and height of the picture in the kernel's px.")
(defvar-local chart-kernel-preview--image nil "The image that is shown.")
(defvar-local chart-kernel-preview--revision 0 "The revision that is shown.")
(defvar-local chart-kernel-preview--told 0 "The newest revision that the kernel told of.")
(defvar-local chart-kernel-preview--flying 0 "How many requests have not been answered.")
(defvar-local chart-kernel-preview--timer nil "Lets time go on for what moves by itself.")

;;; Showing

(defun chart-kernel-preview-show (result)
  "Show the picture that RESULT, of a method of the kernel, brought along."
  (let* ((display (plist-get result :display))
         (svg (plist-get display :image/svg+xml))
         (revision (or (plist-get result :revision) 0)))
    (when (and svg (>= revision chart-kernel-preview--revision))
      (setq chart-kernel-preview--revision revision)
      (chart-kernel-preview-show-svg svg (plist-get display :text/plain)))))

(defun chart-kernel-preview-show-svg (svg &optional words)
  "Show the picture SVG of a chart that is WORDS in words."
  (setq chart-kernel-preview--svg svg
        chart-kernel-preview--words words
        chart-kernel-preview--size (chart-kernel-svg-size svg))
  (chart-kernel-preview--draw))

(defun chart-kernel-preview--room ()
  "Width and height in px that each window with the picture has for it."
  (let ((windows (get-buffer-window-list nil nil t)))
    (if windows
        (cons (apply #'min (mapcar (lambda (window) (window-body-width window t)) windows))
              (apply #'min (mapcar (lambda (window) (window-body-height window t)) windows)))
      '(nil . nil))))

(defun chart-kernel-preview--draw ()
  "Put the picture into the buffer; where there are no images, its words."
  (let* ((room (chart-kernel-preview--room))
         (image (chart-kernel-image chart-kernel-preview--svg (car room) (cdr room)))
         (old chart-kernel-preview--image)
         (inhibit-read-only t))
    (setq chart-kernel-preview--image image)
    (with-silent-modifications
      (if (not image)
          (progn (erase-buffer) (insert (or chart-kernel-preview--words "")))
        (unless (= (buffer-size) 1) (erase-buffer) (insert " "))
        (add-text-properties (point-min) (point-max)
                             (list 'display image 'pointer 'arrow
                                   'help-echo #'chart-kernel-preview--hover))))
    (goto-char (point-min))
    ;; Each picture is used once.  Emacs would keep them all for minutes.
    (when (and old (not (equal old image))) (image-flush old t))))

(defun chart-kernel-preview--resized (window)
  "Fit the picture into WINDOW, whose size has changed."
  (with-current-buffer (window-buffer window)
    (when (and chart-kernel-preview--image
               (not (equal (chart-kernel-preview--room)
                           (cons (image-property chart-kernel-preview--image :max-width)
                                 (image-property chart-kernel-preview--image :max-height)))))
      (chart-kernel-preview--draw))))

(defun chart-kernel-preview-refresh ()
  "Get the picture anew."
  (interactive nil chart-kernel-preview-mode)
  (chart-kernel-preview--send
   "chart/render" nil
   (lambda (result)
     (when (>= (plist-get result :revision) chart-kernel-preview--revision)
       (setq chart-kernel-preview--revision (plist-get result :revision))
       (chart-kernel-preview-show-svg (plist-get result :svg) chart-kernel-preview--words)))))

;;; Requests

(defun chart-kernel-preview--send (method params &optional then otherwise)
  "Send METHOD with PARAMS for the chart, and show what comes back.
THEN is called with the result, in this buffer.  If the kernel
refuses, OTHERWISE is called with the fault, of `chart-kernel-call';
if that returns nil, or there is none, the fault is told."
  (unless (and chart-kernel-preview-chart chart-kernel-preview-connection)
    (user-error "There is no chart here"))
  (let ((buffer (current-buffer)) (chart chart-kernel-preview-chart))
    (cl-incf chart-kernel-preview--flying)
    (chart-kernel-call
     chart-kernel-preview-connection method (append (list :chart chart) params)
     (lambda (result)
       (when (buffer-live-p buffer)
         (with-current-buffer buffer
           (cl-decf chart-kernel-preview--flying)
           (when (equal chart chart-kernel-preview-chart)
             (chart-kernel-preview-show result)
             (when then (funcall then result))
             (chart-kernel-preview--catch-up)))))
     (lambda (fault)
       (unless (when (buffer-live-p buffer)
                 (with-current-buffer buffer
                   (cl-decf chart-kernel-preview--flying)
                   (or (and otherwise (equal chart chart-kernel-preview-chart) (funcall otherwise fault))
                       (chart-kernel-preview--stop))))
         (message "%s" (plist-get fault :message)))))))

(defun chart-kernel-preview--notified (connection method params)
  "Get a newer picture if there is one by now.
METHOD and PARAMS are what was told over CONNECTION."
  (let ((revision (or (plist-get params :revision) 0)))
    (dolist (buffer (chart-kernel-previews connection))
      (with-current-buffer buffer
        (when (and (equal (plist-get params :chart) chart-kernel-preview-chart)
                   (equal (plist-get params :session) (chart-kernel-session connection)))
          ;; Another chart under the same name begins to count anew if the old one was deleted.
          (when (and (eq method 'chart/didCreate) (< revision chart-kernel-preview--told))
            (setq chart-kernel-preview--revision 0))
          (setq chart-kernel-preview--told revision)
          (chart-kernel-preview--catch-up))))))

(defun chart-kernel-preview--catch-up ()
  "Get a newer picture if there is one."
  ;; The answer to a request of one's own brings the picture along.
  (when (and (zerop chart-kernel-preview--flying)
             (> chart-kernel-preview--told chart-kernel-preview--revision))
    (chart-kernel-preview-refresh)))

(defun chart-kernel-preview--closed (connection)
  "Say in the previews of CONNECTION that it has ended."
  (dolist (buffer (chart-kernel-previews connection))
    (with-current-buffer buffer
      (chart-kernel-preview--stop)
      (setq chart-kernel-preview-fault "The kernel has ended"
            chart-kernel-preview-connection nil)
      (force-mode-line-update))))

(defun chart-kernel-previews (connection)
  "The buffers that show charts of CONNECTION."
  (cl-remove-if-not
   (lambda (buffer)
     (and (eq (buffer-local-value 'major-mode buffer) 'chart-kernel-preview-mode)
          (eq (buffer-local-value 'chart-kernel-preview-connection buffer) connection)))
   (buffer-list)))

(defun chart-kernel-preview--echo (result)
  "Say what has happened to the chart, according to RESULT."
  (when-let ((words (chart-kernel-result-words result)))
    (chart-kernel-preview--say words)))

(defun chart-kernel-preview--say (text)
  "Show TEXT in the echo area, without a trace in *Messages*."
  (unless (active-minibuffer-window)
    (let ((message-log-max nil))
      (message "%s" text))))

(defun chart-kernel-result-words (result)
  "What has happened to a chart, according to RESULT; nil if nothing."
  (when-let ((events (append (plist-get result :events) nil)))
    (string-join (delete-dups (mapcar (lambda (event) (chart-kernel--event-words event result)) events)) ", ")))

(defun chart-kernel-state-words (result)
  "What is selected and brushed in a chart, according to RESULT; nil if nothing is."
  (let ((selected (plist-get result :selected)) (brushed (plist-get result :brushed)))
    (when (or selected brushed)
      (string-join (delq nil (list selected (and brushed (concat "Brushed: " brushed)))) ", "))))

(defun chart-kernel--event-words (event result)
  "An EVENT of the kernel in words: those of its RESULT where it has some."
  (let ((angle (plist-get event :angle)))
    (pcase (plist-get event :type)
      ("valueSelected" (or (plist-get result :selected) (plist-get event :label) "Selected"))
      ("nothingSelected" "Nothing selected")
      ("brushed" (if-let ((brushed (plist-get result :brushed))) (concat "Brushed: " brushed) "Nothing brushed"))
      ((and type (or "rotated" "settled")) (if angle (format "%s at %.0f°" type angle) type))
      (type (or type "")))))

;;; What moves by itself

(defun chart-kernel-preview--settle (result)
  "Let time go on while RESULT and those that follow tell of movement."
  (chart-kernel-preview--stop)
  (when (eq (plist-get result :moving) t)
    (let ((buffer (current-buffer)))
      (setq chart-kernel-preview--timer
            (run-with-timer
             0 (/ 1.0 chart-kernel-frame-rate)
             (lambda ()
               (when (buffer-live-p buffer)
                 (with-current-buffer buffer
                   (when (zerop chart-kernel-preview--flying)
                     (chart-kernel-preview--send
                      "chart/advance" (list :time (float-time))
                      (lambda (result)
                        (unless (eq (plist-get result :moving) t)
                          (chart-kernel-preview--stop)))))))))))))

(defun chart-kernel-preview--stop ()
  "Let time stand still for the chart."
  (when chart-kernel-preview--timer
    (cancel-timer chart-kernel-preview--timer)
    (setq chart-kernel-preview--timer nil)))

(provide 'chart-kernel-preview-picture)
;;; chart-kernel-preview-picture.el ends here
